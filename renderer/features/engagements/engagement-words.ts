import type { EngagementStatus } from '../../../domain/engagements.ts';

export const engagementStatusName: Record<EngagementStatus, string> = {
  planned: 'Planned',
  active: 'Active',
  closed: 'Closed',
};
