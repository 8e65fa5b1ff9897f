import type { Db } from '../../database/database.ts';
import type { Principal } from '../../permissions.ts';
import { readerOfAll, toReader } from '../findings/reader.ts';
import type { Reader } from '../findings/store.ts';
import { requireVisibleMission } from '../visibility.ts';
import { readRecordedMission } from './read.ts';

export type { EvidencePlaces } from './read.ts';

/** Reader of the findings exported with a mission. */
export type FindingsReader = Reader;

/** Reader for exports by the command. */
export const commandReader: FindingsReader = readerOfAll;

/**
 * Takes a user and a mission, returns the reader of the findings to export. Refuses `not_found` a mission this user does not see.
 */
export async function requireMissionToExport(
  db: Db,
  user: Principal,
  missionId: string,
): Promise<FindingsReader> {
  await requireVisibleMission(db, user, missionId);
  return toReader(user);
}

/**
 * A mission, or one of its scenarios, with the findings visible to `reader` and the locations of its evidence files; the caller has
 * checked access. Refuses `not_found` a scenario of another mission.
 */
export function readMissionToExport(
  db: Db,
  missionId: string,
  reader: FindingsReader,
  scenarioId: string | null = null,
): Promise<Awaited<ReturnType<typeof readRecordedMission>>> {
  return readRecordedMission(db, missionId, reader, scenarioId);
}
