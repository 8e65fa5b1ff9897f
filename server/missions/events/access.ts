import { findLive, tablesOfRights } from '../../accounts/sessions/service.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, writesTo } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { seesMission } from '../visibility.ts';
import type { EndReason } from './contract.ts';
import type { Follower } from './room.ts';
import { readHeads } from './store.ts';

/** Tables that decide who may follow a mission: a write to any of them judges again. */
const tables = [...tablesOfRights, 'mission_members'] as const;

export function readRights(db: Db): number {
  return writesTo(db, tables);
}

/** Why somebody may follow a mission no longer; null while they may. Notes on them how they were judged. */
export async function judgeAccess(accounts: Services, follower: Follower): Promise<EndReason | null> {
  const { db, now } = accounts;
  const { judged, room, user } = follower;
  const writes = readRights(db);
  if (judged !== null && judged.writes === writes && judged.until > isoTime(now())) return null;
  const live = await findLive(accounts, { sub: user.id, sid: user.sessionId });
  if (live === null) return 'session_ended';
  const { principal } = live;
  if (principal.permissions.has('mission.read') && (await seesMission(db, principal, room.missionId))) {
    // Not before: another look at the same time would take it for the answer.
    follower.judged = { ...live, writes };
    return null;
  }
  const isThere = (await readHeads(db, [room.missionId])).size > 0;
  return isThere ? 'access_ended' : 'mission_deleted';
}
