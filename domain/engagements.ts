import { isAdministrator, type Role } from './permissions.ts';

/** An engagement is set to any of them by hand. */
export const engagementStatuses = ['planned', 'active', 'closed'] as const;
export type EngagementStatus = (typeof engagementStatuses)[number];

type EngagementMove = {
  name: 'start' | 'complete' | 'reopen';
  from: EngagementStatus;
  to: EngagementStatus;
};

/** Moves that are offered, named as those of a mission; the server takes any. */
export const engagementMoves: readonly EngagementMove[] = [
  { name: 'start', from: 'planned', to: 'active' },
  { name: 'complete', from: 'active', to: 'closed' },
  { name: 'reopen', from: 'closed', to: 'active' },
];

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

/** Whether someone sees every engagement without being a member. */
export function seesEveryEngagement(role: Role): boolean {
  return isAdministrator(role);
}
