import {
  isUnresolved,
  priorities,
  type RemediationStatus,
  remediationStatuses,
} from '../../../domain/remediations.ts';
import type { ReportRemediation, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import type { Field, Words } from './words.ts';

/** Whoever sees to a remediation. */
export function nameOwner(owner: string | null): Words {
  return owner === null ? 'Nobody yet' : { name: owner };
}

/** The day by which something is to be done; null where none is set. */
export function describeDue({ wording }: Source, day: string | null, isLate = false): Words {
  if (day === null) return null;
  return isLate ? [wording.day(day), ', ', { strong: 'overdue' }] : wording.day(day);
}

/** The remediations that are to be done. */
export function listUnresolved({ model }: Source): ReportRemediation[] {
  return model.remediations.filter(({ status }) => isUnresolved(status));
}

/** How many of all are to be done. */
export function describeUnresolved(source: Source): Words {
  const { number } = source.wording;
  const all = source.model.remediations;
  const open = listUnresolved(source);
  const late = open.filter(({ overdue }) => overdue).length;
  return [
    `${number(open.length)} of ${number(all.length)} ${open.length === 1 ? 'is' : 'are'} still to be done`,
    late === 0 ? null : [', ', { strong: `${number(late)} overdue` }],
    '.',
  ];
}

/** The most urgent first: how many are in each state. */
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
  const { verified_by } = one;
  return [
    ['Owner', nameOwner(one.owner)],
    ['Due', describeDue(source, one.due_on, one.overdue) ?? 'No day is set'],
    ['Shortcoming', toProse(one.shortcoming)],
    ['Root cause', toProse(one.root_cause)],
    ['Measure', toProse(one.measure)],
    ['Risk if it is not done', toProse(one.risk_if_not_done)],
    ['Verified by', verified_by && [{ test: verified_by.test }, `, run ${verified_by.run_number}`]],
    ['Shown by', { lines: one.tests.map((test) => ({ test })) }],
  ];
}

function toProse(text: string | null): Words {
  return text === null ? null : { prose: text };
}

/** The remediations that a test has shown the need of. */
export function answersTo({ model }: Source, { id }: Pick<ReportTest, 'id'>): ReportRemediation[] {
  return model.remediations.filter(({ tests }) => tests.some((test) => test.id === id));
}
