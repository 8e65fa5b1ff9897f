import type { Db } from '../../database/database.ts';
import type { Principal } from '../../permissions.ts';
import { readerOfAll, toReader } from '../findings/reader.ts';
import type { Reader } from '../findings/store.ts';
import { requireVisibleMission } from '../visibility.ts';
import { readRecordedMission } from './read.ts';

export type { EvidencePlaces } from './read.ts';

/** Reader of the findings that go out with a mission. */
export type FindingsReader = Reader;

/** Reads what the command exports. */
export const commandReader: FindingsReader = readerOfAll;

/** Takes a user and a mission, returns whose findings go out with it. Refuses `not_found` a mission that this user does not see. */
export async function requireMissionToExport(
  db: Db,
  user: Principal,
  missionId: string,
): Promise<FindingsReader> {
  await requireVisibleMission(db, user, missionId);
  return toReader(user);
}

/** A mission as it is recorded, with the findings that `reader` reads, and where the files of its evidence are; whoever asks for it has been judged. */
export function readMissionToExport(
  db: Db,
  missionId: string,
  reader: FindingsReader,
): Promise<Awaited<ReturnType<typeof readRecordedMission>>> {
  return readRecordedMission(db, missionId, reader);
}
