import type { Db } from '../../database/database.ts';
import { anyOf, isLive } from '../../database/search.ts';

/** The tests of a mission among these that the caller sees. */
export async function listShownTests(db: Db, mission: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', mission)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return rows.map(({ id }) => id);
}

const askedAtOnce = 500;

/** Time of the last change to a test in each of these missions; deleted ones are left out. */
export async function readHeads(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const heads = new Map<string, string>();
  for (let start = 0; start < ids.length; start += askedAtOnce) {
    const rows = await db
      .selectFrom('missions')
      .select(['id', 'last_change_at'])
      .where('id', 'in', ids.slice(start, start + askedAtOnce))
      .where(isLive)
      .execute();
    for (const { id, last_change_at } of rows) heads.set(id, last_change_at);
  }
  return heads;
}
