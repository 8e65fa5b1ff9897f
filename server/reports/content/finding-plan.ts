import type { ReportFinding, ReportRemediation } from '../model.ts';
import { listFindings, numberFinding } from './findings.ts';
import { describeDue, groupPlan, nameOwner } from './remediations.ts';
import type { Row, TablePart } from './table.ts';
import type { Words } from './words.ts';

/** Findings with their root causes and remediations, most severe first, then the remediations without a finding. */
export const findingPlan: TablePart = (source) => {
  const { model, wording } = source;
  const { t, tell } = wording;
  const findings = listFindings(source);
  const measures = new Map(model.remediations.map((one) => [one.id, one]));
  const linked = new Set(findings.flatMap(({ remediations }) => remediations.map(({ id }) => id)));
  const toMeasure = (one: ReportRemediation) => ({
    remediation: tell('report_parts.measure', {
      title: { name: one.title },
      status: t(`names.remediation_status.${one.status}`),
    }),
    priority: t(`names.priority.${one.priority}`),
    owner: nameOwner(one.owner, wording),
    due: describeDue(source, one.due_on, one.overdue) ?? t('reports.no_day'),
  });
  const rows = findings.flatMap((finding): Row[] => {
    const own = finding.remediations.flatMap(({ id }) => measures.get(id) ?? []);
    const head = { finding: nameFinding(finding), severity: t(`names.severity.${finding.severity}`) };
    if (own.length === 0) {
      const nothing = { remediation: t('reports.none_planned'), priority: null, owner: null, due: null };
      return [{ ...head, cause: toProse(finding.root_cause), ...nothing }];
    }
    return own.map((one, index) => ({
      ...(index === 0 ? head : { finding: null, severity: null }),
      cause:
        index === 0 || finding.root_cause === null ? toProse(finding.root_cause ?? one.root_cause) : null,
      ...toMeasure(one),
    }));
  });
  const others = groupPlan(source)
    .flatMap(({ remediations }) => remediations.map(({ remediation }) => remediation))
    .filter(({ id }) => !linked.has(id))
    .map((one) => ({ finding: '–', severity: null, cause: toProse(one.root_cause), ...toMeasure(one) }));
  return {
    caption: t('report_parts.title.finding_plan'),
    columns: [
      { key: 'finding', name: t('reports.finding') },
      { key: 'severity', name: t('reports.severity'), kind: 'word' },
      { key: 'cause', name: t('reports.root_cause') },
      { key: 'remediation', name: t('reports.remediation') },
      { key: 'priority', name: t('reports.priority'), kind: 'word' },
      { key: 'owner', name: t('reports.owner'), kind: 'narrow' },
      { key: 'due', name: t('reports.due') },
    ],
    rows: [...rows, ...others],
  };
};

function nameFinding({ number, title }: ReportFinding): Words {
  return [{ strong: numberFinding(number) }, ' ', { name: title }];
}

function toProse(text: string | null): Words {
  return text === null ? null : { prose: text };
}
