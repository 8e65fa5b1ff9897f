import { isoTime } from '../../database/clock.ts';
import { inSnapshot } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import type { Activity } from '../contract.ts';
import type { MissionHead } from '../heads.ts';
import { readOutline } from '../outline/store.ts';
import { beginning, isPast, readPosition, toTimeTold } from './position.ts';
import { listChanged } from './store.ts';

/**
 * The tests of a mission changed after `since` (a time or the id of an event), oldest change first, the removed ones, and the
 * next position. A write takes a later time than every earlier one of its mission, so continuing from `next_since` misses and
 * repeats nothing.
 */
export async function readActivity(
  { db, now }: Services,
  mission: Pick<MissionHead, 'id' | 'last_change_at' | 'outline_changed_at'>,
  since: string | undefined,
): Promise<Activity> {
  const position = since === undefined ? beginning : readPosition(since);
  // Most polls find nothing new, as the mission itself already shows.
  if (isPast(position, mission.last_change_at)) {
    const { outline_changed_at } = mission;
    const server_time = isoTime(now());
    return { tests: [], removed: [], outline_changed_at, next_since: position.time, server_time };
  }
  // One snapshot: otherwise the outline could be newer than a test changed before it and not yet listed.
  return inSnapshot(db, async (trx) => {
    const tests = await listChanged(trx, mission.id, position);
    const { removed, outline_changed_at } = await readOutline(trx, mission.id, toTimeTold(position));
    const last = tests.at(-1)?.updated_at ?? position.time;
    return {
      tests,
      removed,
      outline_changed_at,
      next_since: outline_changed_at !== null && outline_changed_at > last ? outline_changed_at : last,
      server_time: isoTime(now()),
    };
  });
}
