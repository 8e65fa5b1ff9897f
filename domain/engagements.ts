/** An engagement is set to any of them by hand. */
export const engagementStatuses = ['planned', 'active', 'closed'] as const;
export type EngagementStatus = (typeof engagementStatuses)[number];

export function isPlanned(status: EngagementStatus): boolean {
  return status === 'planned';
}

export function isClosed(status: EngagementStatus): boolean {
  return status === 'closed';
}

/**
 * The status that an engagement takes once a simulation leaves `pending` by itself: a plan becomes active, the others stay.
 * No other write moves it, except by hand.
 */
export function advanceEngagement(status: EngagementStatus): EngagementStatus {
  return isPlanned(status) ? 'active' : status;
}
