/** An engagement is set to any of them by hand. */
export const engagementStatuses = ['planned', 'active', 'closed'] as const;
export type EngagementStatus = (typeof engagementStatuses)[number];

/** The status that an engagement takes by itself once work on it begins: a plan becomes active, the others stay. */
export function engagementOnceWorkBegins(status: EngagementStatus): EngagementStatus {
  return status === 'planned' ? 'active' : status;
}
