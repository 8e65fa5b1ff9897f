import type { Db } from '../../database/database.ts';
import type { Principal } from '../../permissions.ts';
import { requireVisibleMission } from '../visibility.ts';
import { readRecordedMission } from './read.ts';

export type { EvidencePlaces } from './read.ts';

/** Refuses `not_found` a mission that this user does not see. */
export async function requireMissionToExport(db: Db, user: Principal, missionId: string): Promise<void> {
  await requireVisibleMission(db, user, missionId);
}

/** A mission as it is recorded, whole, and where the files of its evidence are; whoever asks for it has been judged. */
export function readMissionToExport(
  db: Db,
  missionId: string,
): Promise<Awaited<ReturnType<typeof readRecordedMission>>> {
  return readRecordedMission(db, missionId);
}
