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

/** Number of unresolved remediations among all. */
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
    [t('reports.shown_by'), { lines: one.tests.map((test) => ({ test })) }],
  ];
}

function toProse(text: string | null): Words {
  return text === null ? null : { prose: text };
}

/** The remediations for a test. */
export function answersTo({ model }: Source, { id }: Pick<ReportTest, 'id'>): ReportRemediation[] {
  return model.remediations.filter(({ tests }) => tests.some((test) => test.id === id));
}
