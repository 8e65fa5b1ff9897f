import {
  isUnresolved,
  priorities,
  type RemediationStatus,
  remediationStatuses,
} from '../../../domain/remediations.ts';
import type { Wording } from '../dates.ts';
import type { ReportRemediation, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import type { Field, Words } from './words.ts';

/** Owner of a remediation. */
export function nameOwner(owner: string | null, { t }: Wording): Words {
  return owner === null ? t('reports.nobody_yet') : { name: owner };
}

/** Due date; null when none is set. */
export function describeDue({ wording }: Source, day: string | null, isLate = false): Words {
  if (day === null) return null;
  if (!isLate) return wording.day(day);
  const overdue = { strong: wording.t('reports.overdue') };
  return wording.tell('reports.due.overdue', { day: wording.day(day), overdue });
}

/** Unresolved remediations. */
export function listUnresolved({ model }: Source): ReportRemediation[] {
  return model.remediations.filter(({ status }) => isUnresolved(status));
}

/** Number of unresolved remediations, and of all. */
export function describeUnresolved(source: Source): Words {
  const { t, tell } = source.wording;
  const all = source.model.remediations.length;
  const unresolved = listUnresolved(source);
  const open = unresolved.length;
  const overdue = unresolved.filter((one) => one.overdue).length;
  if (overdue === 0) return t('reports.unresolved', { open, all });
  const late = { strong: t('reports.late', { count: overdue }) };
  return tell('reports.unresolved.late', { open, all, late });
}

/** Number of remediations in each state, most urgent first. */
export function countStates({
  model,
}: Source): { priority: ReportRemediation['priority']; counts: Record<RemediationStatus, number> }[] {
  return [...priorities].reverse().flatMap((priority) => {
    const of = model.remediations.filter((one) => one.priority === priority);
    if (of.length === 0) return [];
    const counts = remediationStatuses.map((status) => [
      status,
      of.filter((one) => one.status === status).length,
    ]);
    return [{ priority, counts: Object.fromEntries(counts) }];
  });
}

type Numbered = { remediation: ReportRemediation; number: number };
type PlanGroup = { /** Null for work left to do. */ title: string | null; remediations: Numbered[] };

/** Remediations, most urgent first, then earliest due: those with work left to do, and apart from them all others. */
export function groupPlan({ model: { remediations }, wording: { t } }: Source): PlanGroup[] {
  const urgency = ({ priority }: ReportRemediation) => priorities.indexOf(priority);
  const due = ({ due_on }: ReportRemediation) => due_on ?? '9999-12-31';
  const isSettled = ({ status }: ReportRemediation) => !isUnresolved(status);
  const sorted = remediations
    .toSorted(
      (one, other) =>
        Number(isSettled(one)) - Number(isSettled(other)) ||
        urgency(other) - urgency(one) ||
        due(one).localeCompare(due(other)),
    )
    .map((remediation, index) => ({ remediation, number: index + 1 }));
  return [false, true].flatMap((settled) => {
    const own = sorted.filter(({ remediation }) => isSettled(remediation) === settled);
    return own.length === 0 ? [] : { title: settled ? t('report_parts.settled') : null, remediations: own };
  });
}

export function listPlan(source: Source, one: ReportRemediation): Field[] {
  const { wording } = source;
  const { t, tell } = wording;
  const { verified_by: by } = one;
  return [
    [t('reports.owner'), nameOwner(one.owner, wording)],
    [t('reports.due'), describeDue(source, one.due_on, one.overdue) ?? t('reports.no_day')],
    [t('reports.shortcoming'), toProse(one.shortcoming)],
    [t('reports.root_cause'), toProse(one.root_cause)],
    [t('reports.measure'), toProse(one.measure)],
    [t('reports.risk'), toProse(one.risk_if_not_done)],
    [
      t('reports.verified_by'),
      by && tell('reports.verified_by.run', { test: { test: by.test }, run: by.run_number }),
    ],
    [t('report_parts.findings_of'), { lines: listFindingsOf(source, one) }],
    [t('reports.shown_by'), { lines: one.tests.map((test) => ({ test })) }],
  ];
}

function listFindingsOf({ model: { findings = [] } }: Source, { id }: ReportRemediation): Words[] {
  return findings
    .filter(({ remediations }) => remediations.some((one) => one.id === id))
    .map(({ number, title }) => [{ strong: `F-${number}` }, ' ', { name: title }]);
}

function toProse(text: string | null): Words {
  return text === null ? null : { prose: text };
}

/** The remediations for a test. */
export function answersTo({ model }: Source, { id }: Pick<ReportTest, 'id'>): ReportRemediation[] {
  return model.remediations.filter(({ tests }) => tests.some((test) => test.id === id));
}
