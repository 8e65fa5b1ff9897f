/** States of a weakness found in an exercise; any state may follow any other. */
export const remediationStatuses = [
  'open',
  'in_progress',
  'fixed',
  'verified',
  'risk_accepted',
  'declined',
] as const;
export type RemediationStatus = (typeof remediationStatuses)[number];

/** States with work left to do. */
export const unresolvedStatuses = ['open', 'in_progress'] as const satisfies readonly RemediationStatus[];

/** Whether work is left to do. */
export function isUnresolved(status: RemediationStatus): boolean {
  return unresolvedStatuses.some((known) => known === status);
}

/** From the least to the most urgent. */
export const priorities = ['low', 'medium', 'high', 'critical'] as const;
export type Priority = (typeof priorities)[number];

/** Whether it is unresolved after its due date; dates are `YYYY-MM-DD`. */
export function isOverdue(
  { due_on, status }: { due_on: string | null; status: RemediationStatus },
  today: string,
): boolean {
  return due_on !== null && due_on < today && isUnresolved(status);
}
