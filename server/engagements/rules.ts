import type { EngagementStatus } from './contract.ts';

/** The status of an engagement once work on one of its simulations has begun: a plan becomes active, the others stay. */
export function statusOnceWorkBegins(status: EngagementStatus): EngagementStatus {
  return status === 'planned' ? 'active' : status;
}
