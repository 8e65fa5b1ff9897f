/** States of a weakness that an exercise has shown; any state may follow any other. */
export const remediationStatuses = [
  'open',
  'in_progress',
  'fixed',
  'verified',
  'risk_accepted',
  'declined',
] as const;
export type RemediationStatus = (typeof remediationStatuses)[number];

/** The states in which something is left to be done. */
export const unresolvedStatuses = ['open', 'in_progress'] as const satisfies readonly RemediationStatus[];

/** Whether something is left to be done. */
export function isUnresolved(status: RemediationStatus): boolean {
  return unresolvedStatuses.some((known) => known === status);
}

/** From the least to the most urgent. */
export const priorities = ['low', 'medium', 'high', 'critical'] as const;
export type Priority = (typeof priorities)[number];

/** Whether its day is over and something is left to be done; days are `YYYY-MM-DD`. */
export function isOverdue(
  { due_on, status }: { due_on: string | null; status: RemediationStatus },
  today: string,
): boolean {
  return due_on !== null && due_on < today && isUnresolved(status);
}
