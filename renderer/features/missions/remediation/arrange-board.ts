import { isOverdue, priorities, type RemediationStatus } from '../../../../domain/remediations.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';

/** The columns of a board; final states without a fix share the last. */
export const columns: readonly (readonly RemediationStatus[])[] = [
  ['open'],
  ['in_progress'],
  ['fixed'],
  ['verified'],
  ['risk_accepted', 'declined'],
];

/** In each status most urgent first, then earliest due; `moving` has the targets of moves in progress. */
export function arrangeBoard(
  remediations: readonly Remediation[],
  moving: Readonly<Record<string, RemediationStatus>>,
): ReadonlyMap<RemediationStatus, Remediation[]> {
  const shown = remediations.map((one) => {
    const status = moving[one.id];
    if (status === undefined) return one;
    return { ...one, status, overdue: isOverdue({ ...one, status }, new Date().toISOString().slice(0, 10)) };
  });
  return Map.groupBy(shown.sort(compare), ({ status }) => status);
}

function compare(one: Remediation, other: Remediation): number {
  return (
    priorities.indexOf(other.priority) - priorities.indexOf(one.priority) ||
    compareDays(one.due_on, other.due_on) ||
    (one.id < other.id ? -1 : 1)
  );
}

function compareDays(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  return other === null || one < other ? -1 : 1;
}
