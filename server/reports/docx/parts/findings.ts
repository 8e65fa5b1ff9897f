import {
  describeMeasures,
  describeShown,
  describeStatus,
  listFindingFields,
  listFindings,
  listTopFindings,
  numberFinding,
} from '../../content/findings.ts';
import { toText } from '../../content/words.ts';
import type { ReportFinding } from '../../model.ts';
import { type Part, type Report, toFields, toPlace, toRich } from '../report.ts';

function head({ wording, places }: Report, finding: ReportFinding, leads: boolean) {
  const number = numberFinding(finding.number);
  return {
    number: toPlace(number, places.get(number), leads),
    title: finding.title,
    severity: wording.t(`names.severity.${finding.severity}`),
    status: describeStatus(finding, wording),
  };
}

export const topFindings: Part = async (report) => {
  const { wording } = report;
  const top = listTopFindings(report);
  if (top.length === 0) return null;
  return {
    top_findings: top.map((finding) => ({
      ...head(report, finding, true),
      tests: toText(describeShown(finding, wording)),
      remediation: toText(describeMeasures(report, finding)) || wording.t('reports.none_planned'),
    })),
  };
};

export const findings: Part = async (report) => {
  const all = listFindings(report);
  if (all.length === 0) return null;
  return {
    findings: all.map((finding) => ({
      ...head(report, finding, false),
      description: toRich(finding.description),
      impact: toRich(finding.impact),
      root_cause: toRich(finding.root_cause),
      recommendation: toRich(finding.recommendation),
      affected: finding.affected,
      references: finding.references.join('\n'),
      techniques: finding.techniques.join(', '),
      tests: toText(describeShown(finding, report.wording)),
      remediation: toText(describeMeasures(report, finding)),
      fields: toFields(listFindingFields(report, finding)),
    })),
  };
};
