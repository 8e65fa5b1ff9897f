import { describeRate } from '../../../../domain/charts/figure-words.ts';
import {
  describeCheck,
  describeFiles,
  listFiles,
  listHistory,
  nameUploader,
  writeProof,
} from '../../content/document.ts';
import { groupPlan, listPlan } from '../../content/remediations.ts';
import { writeName, writePriority, writeSide } from '../marks.ts';
import { html } from '../markup.ts';
import { writeTable } from '../prose.ts';
import { type Part, writeFieldsOf, writeWords } from '../report.ts';

export const remediationPlan: Part = (report) => {
  const { wording } = report;
  const groups = groupPlan(report);
  if (groups.length === 0) return null;
  return html`${groups.map(({ title, remediations }) => [
    title !== null && html`<p class="group">${title}</p>`,
    remediations.map(
      ({ remediation: one, number }) =>
        html`<article class="measure"><h4>${number} ${writeName(one.title)}</h4><p class="marks">${writePriority(one.priority, wording)}<span>${wording.t(`names.remediation_status.${one.status}`)}</span></p>${writeFieldsOf(report, listPlan(report, one))}</article>`,
    ),
  ])}`;
};

export const evidence: Part = (report) => {
  const { wording } = report;
  const { t } = wording;
  const files = listFiles(report);
  if (files.length === 0) return null;
  return html`<p>${writeWords(report, describeFiles(files, report))}</p>${writeTable(
    [
      { name: t('reports.test'), kind: 'narrow' },
      t('reports.side'),
      { name: t('reports.file'), kind: 'wide' },
      { name: t('reports.size'), kind: 'number' },
      { name: t('reports.added'), kind: 'word' },
    ],
    files.map(({ test, file }) => [
      html`${test.number}${test.closed_runs.length > 0 && html`<br><span class="quiet">${t('reports.run', { run: file.run_number })}</span>`}`,
      writeSide(file.side, wording),
      html`<b>${writeName(file.file_name)}</b>${file.caption !== null && html` <span class="kept" dir="auto">${file.caption}</span>`}<br><code class="digest">${file.sha256}</code>`,
      wording.size(file.size),
      html`${wording.time(file.uploaded_at)}<br><span class="quiet">${writeWords(report, nameUploader(file, wording))}</span>`,
    ]),
    { caption: t('reports.evidence'), isSmall: true },
  )}`;
};

export const tools: Part = ({ model, wording }) => {
  const { t } = wording;
  if (model.tools.length === 0) return null;
  const figures = new Map(model.figures.by_tool.map((figure) => [figure.tool.id, figure]));
  return html`<p>${t('reports.tools.intro')}</p>${writeTable(
    [
      t('reports.tool'),
      t('reports.vendor'),
      t('reports.kind'),
      { name: t('reports.saw_something'), kind: 'number' },
      { name: t('reports.saw_expected'), kind: 'number' },
    ],
    model.tools.map(({ id, name, vendor, kind, retired }) => {
      const rate = figures.get(id);
      return [
        html`${writeName(name)}${retired && html` <span class="quiet">${t('reports.retired')}</span>`}`,
        vendor !== null && writeName(vendor),
        t(`names.tool_kind.${kind}`),
        wording.number(rate?.saw ?? 0),
        rate === undefined || rate.N === 0 ? '–' : describeRate(rate, wording),
      ];
    }),
    { caption: t('reports.tools') },
  )}`;
};

export const history: Part = (report) => {
  const { history: head } = report.model;
  if (head === null) return null;
  const { t } = report.wording;
  return html`<p>${t('reports.history.chain')}</p>${writeFieldsOf(report, listHistory(head, report))}<p>${t('reports.history.proof')}</p><pre>${writeProof(head)}</pre><p>${writeWords(report, describeCheck(report.wording))}</p>`;
};
