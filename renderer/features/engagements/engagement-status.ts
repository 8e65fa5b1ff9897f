import type { EngagementStatus } from '../../../server/engagements/contract.ts';
import type { Role } from '../../../server/permissions.ts';

export const engagementStatusName: Record<EngagementStatus, string> = {
  planned: 'Planned',
  active: 'Active',
  closed: 'Closed',
};

export const engagementStatuses = Object.keys(engagementStatusName) as EngagementStatus[];

/** Who plans engagements and writes the red side, as the server judges it. */
export const isRed = (role: Role): boolean => role !== 'soc';
