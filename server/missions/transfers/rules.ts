import { type MissionStatus, takesRecords } from '../../../domain/missions.ts';
import { DomainError, invalid } from '../../errors.ts';
import { refuseArchived } from '../rules.ts';

/** Refuses `archived`, and `locked` for a completed mission: what it has and lacks is final until it is reopened. */
export function refuseEnded(status: MissionStatus): void {
  refuseArchived(status);
  if (!takesRecords(status)) {
    throw new DomainError(
      'locked',
      "The mission is completed: its tests can't change missions until it is reopened",
    );
  }
}

/** Takes a wanted position and the number of items there, returns the position. Refuses `invalid` one beyond the end. */
export function findPosition(wanted: number | undefined, present: number): number {
  if (wanted === undefined) return present;
  if (wanted > present) throw invalid('position', `must be at most ${present}`);
  return wanted;
}
