import { isoTime, type Now } from '../../database/clock.ts';
import type { Db } from '../../database/database.ts';
import type { Activity } from '../contract.ts';
import { listChanged } from './store.ts';

const beginning = '0000-01-01T00:00:00.000Z';

/**
 * The tests of a mission changed after `since`, oldest change first, with where to go on. A write takes a later time than
 * every earlier one of its mission, so going on from `next_since` misses nothing and repeats nothing.
 */
export async function readActivity(
  { db, now }: { db: Db; now: Now },
  missionId: string,
  since: string | undefined,
): Promise<Activity> {
  const tests = await listChanged(db, missionId, since ?? beginning);
  return {
    tests,
    next_since: tests.at(-1)?.updated_at ?? since ?? beginning,
    server_time: isoTime(now()),
  };
}
