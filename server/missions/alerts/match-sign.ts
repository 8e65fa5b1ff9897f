import { createHash } from 'node:crypto';
import type { Db } from '../../database/database.ts';
import { listWaiting } from './store.ts';

/** Matched to runs: the alerts of a mission that wait, or its undecided sightings. */
export type Matched = 'alerts' | 'sightings';

/**
 * A digest that changes with everything in a mission that its suggestions are made of: each write to a test, a run or a fact is a
 * write to the test, and has its time; an alert is received, decided, or waits again; a sighting is written; a clock is set. Rules
 * of the library are counted apart.
 */
export async function readMatchSign(db: Db, missionId: string, of: Matched): Promise<string> {
  const digest = createHash('sha256');
  const tests = await db
    .selectFrom('mission_tests')
    .select(['id', 'updated_at'])
    .where('mission_id', '=', missionId)
    .orderBy('id')
    .execute();
  for (const { id, updated_at } of tests) digest.update(`${id} ${updated_at}\n`);
  const waiting = of === 'alerts' ? await listWaiting(db, missionId) : await listSightings(db, missionId);
  for (const line of waiting) digest.update(line);
  const clocks = await db
    .selectFrom('mission_clocks')
    .select(['host', 'seconds'])
    .where('mission_id', '=', missionId)
    .orderBy('host')
    .execute();
  digest.update(JSON.stringify(clocks));
  return digest.digest('base64url');
}

async function listSightings(db: Db, missionId: string): Promise<string[]> {
  const sightings = await db
    .selectFrom('mission_sightings')
    .select(['id', 'updated_at'])
    .where('mission_id', '=', missionId)
    .where('decision', 'is', null)
    .orderBy('id')
    .execute();
  return sightings.map(({ id, updated_at }) => `${id} ${updated_at}\n`);
}
