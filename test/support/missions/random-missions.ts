import { findingStatuses } from '../../../domain/findings.ts';
import { factKinds, factResults, severities } from '../../../domain/outcomes.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import type { Client } from '../servers/server.ts';
import { bodyOf, newMission, placeOf, walk } from './factories.ts';

const executed_at = '2026-11-20T09:00:00.000Z';
const times = [null, '2026-11-20T09:03:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-22T09:00:00.000Z'];

/** A pseudo-random number from 0 up to 1, the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A mission of fourteen tests, the same for the same seed: some skipped, some run twice, some without an answer, with findings.
 */
export async function newRandomMission(
  client: Client,
  seed: number,
  fields: Parameters<typeof newMission>[1] = {},
): Promise<Mission> {
  const random = randomFrom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const mission = await newMission(client, { tests: 14, ...fields });
  const run = async (path: string) => {
    bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
      const fact = { kind: pick(factKinds), result: pick(factResults), at: pick(times) };
      bodyOf(await client.post(`${path}/facts`, fact), 201);
    }
  };
  for (let index = 0; index < 14; index += 1) {
    const { path } = placeOf(mission, index);
    if (random() < 0.1) {
      await walk(client, path, 'skipped');
      continue;
    }
    await run(path);
    if (random() < 0.3) {
      bodyOf(await client.post(`${path}/runs`, { reason: 'retest' }), 201);
      await run(path);
    }
  }
  for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
    const finding = { title: 'Found', severity: pick(severities), status: pick(findingStatuses) };
    bodyOf(await client.post(`/api/v1/missions/${mission.id}/findings`, finding), 201);
  }
  return mission;
}
