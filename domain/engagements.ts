import { isAdministrator, type Role } from './permissions.ts';

/** An engagement can be set to any of these by hand. */
export const engagementStatuses = ['planned', 'active', 'closed'] as const;
export type EngagementStatus = (typeof engagementStatuses)[number];

type EngagementMove = {
  name: 'start' | 'complete' | 'reopen';
  from: EngagementStatus;
  to: EngagementStatus;
};

/** The offered moves, named like a mission's; the server accepts any. */
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
 * The automatic status of an engagement once a simulation has left `pending`: a planned one becomes active, others stay.
 * Otherwise only people change it.
 */
export function advanceEngagement(status: EngagementStatus): EngagementStatus {
  return isPlanned(status) ? 'active' : status;
}

/** Whether someone sees every engagement without being a member. */
export function seesEveryEngagement(role: Role): boolean {
  return isAdministrator(role);
}
