import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import type { Activity } from '../contract.ts';
import { readOutline } from '../outline/store.ts';
import { beginning, readPosition, whereToldUntil } from './position.ts';
import { listChanged } from './store.ts';

/**
 * The tests of a mission changed after `since`, a time or the id of an event, oldest change first, those removed, and where to go on.
 * A write takes a later time than every earlier one of its mission, so going on from `next_since` misses nothing and repeats nothing.
 */
export async function readActivity(
  { db, now }: { db: Db; now: Now },
  missionId: string,
  since: string | undefined,
): Promise<Activity> {
  const position = since === undefined ? beginning : readPosition(since);
  // One state: the outline is of a later time than a test that was not listed yet when it was changed before it.
  return inSnapshot(db, async (trx) => {
    const tests = await listChanged(trx, missionId, position);
    const { removed, outline_changed_at } = await readOutline(trx, missionId, whereToldUntil(position));
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
