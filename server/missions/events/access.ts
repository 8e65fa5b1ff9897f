import { findLiveCaller, tablesOfRights } from '../../accounts/sessions/service.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, writesTo } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { seesMission } from '../visibility.ts';
import type { EndReason } from './contract.ts';
import type { Follower } from './room.ts';
import { readHeads } from './store.ts';

/** Tables that determine who may follow a mission: after a write to any of them, access is checked again. */
const tables = [...tablesOfRights, 'mission_members'] as const;

export function readRights(db: Db): number {
  return writesTo(db, tables);
}

/** Reason for no longer letting someone follow a mission; null while they may. Stores the result of the check with them. */
export async function judgeAccess(accounts: Services, follower: Follower): Promise<EndReason | null> {
  const { db, now } = accounts;
  const { judged, room, user } = follower;
  const writes = readRights(db);
  if (judged !== null && judged.writes === writes && judged.until > isoTime(now())) return null;
  const live = await findLiveCaller(accounts, user);
  if (live === null) return 'session_ended';
  const { principal } = live;
  if (principal.permissions.has('mission.read') && (await seesMission(db, principal, room.missionId))) {
    // Set only after the check: a concurrent one would take it for the result.
    follower.judged = { ...live, writes };
    return null;
  }
  const isThere = (await readHeads(db, [room.missionId])).size > 0;
  return isThere ? 'access_ended' : 'mission_deleted';
}
