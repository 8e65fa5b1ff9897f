import { createHash } from 'node:crypto';
import type { Db } from '../../database/database.ts';

/**
 * A digest that changes with everything in a mission that its suggestions are made of: each write to a test, a run or a fact is a
 * write to the test, and has its time; an alert is received, decided, or waits again; a clock is set. Rules of the library are
 * counted apart.
 */
export async function readMatchSign(db: Db, missionId: string): Promise<string> {
  const digest = createHash('sha256');
  const tests = await db
    .selectFrom('mission_tests')
    .select(['id', 'updated_at'])
    .where('mission_id', '=', missionId)
    .orderBy('id')
    .execute();
  for (const { id, updated_at } of tests) digest.update(`${id} ${updated_at}\n`);
  const alerts = await db
    .selectFrom('mission_alerts')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('state', '=', 'new')
    .orderBy('id')
    .execute();
  for (const { id } of alerts) digest.update(id);
  const clocks = await db
    .selectFrom('mission_clocks')
    .select(['host', 'seconds'])
    .where('mission_id', '=', missionId)
    .orderBy('host')
    .execute();
  digest.update(JSON.stringify(clocks));
  return digest.digest('base64url');
}
