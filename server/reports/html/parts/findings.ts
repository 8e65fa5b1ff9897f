import {
  describeMeasures,
  describeShown,
  describeStatus,
  listFindingFields,
  listFindings,
  listTopFindings,
  numberFinding,
} from '../../content/findings.ts';
import { writeName, writeSeverity } from '../marks.ts';
import { html } from '../markup.ts';
import { writeTable } from '../prose.ts';
import { type Part, writeFieldsOf, writeWords } from '../report.ts';

export const topFindings: Part = (report) => {
  const { wording } = report;
  const { t } = wording;
  const top = listTopFindings(report);
  if (top.length === 0) return null;
  return writeTable(
    [
      { name: t('reports.finding'), kind: 'wide' },
      { name: t('reports.severity'), kind: 'word' },
      { name: t('reports.state'), kind: 'narrow' },
      { name: t('reports.shown_by'), kind: 'narrow' },
      t('reports.remediation'),
    ],
    top.map((finding) => [
      report.nameFinding(finding),
      writeSeverity(finding.severity, wording),
      describeStatus(finding, wording),
      writeWords(report, describeShown(finding, wording)),
      finding.remediations.length === 0
        ? t('reports.none_planned')
        : writeWords(report, describeMeasures(report, finding)),
    ]),
    { caption: t('reports.findings') },
  );
};

export const findings: Part = (report) => {
  const { wording } = report;
  const all = listFindings(report);
  if (all.length === 0) return null;
  return html`${all.map(
    (finding) =>
      html`<article class="measure" id="finding-${finding.number}"><h4>${numberFinding(finding.number)} ${writeName(finding.title)}</h4><p class="marks">${writeSeverity(finding.severity, wording)}<span>${describeStatus(finding, wording)}</span></p>${writeFieldsOf(report, listFindingFields(report, finding))}</article>`,
  )}`;
};
