import type { EarlierRun } from '../../../domain/test-gaps.ts';
import type { Db } from '../../database/database.ts';
import { type EarlierMission, findEarlierMission, listPairable } from './earlier-store.ts';
import { listRuns, type MissionTest } from './figured-test.ts';
import { pairTests } from './rules.ts';
import { listTheseTests } from './store.ts';

/** Results of a mission's tests in the previous mission, by id. */
export type EarlierRuns = ReadonlyMap<string, EarlierRun>;

/** Takes an earlier mission with its tests, and the tests of a later one, returns the last runs of those executed in both. */
export function pairRuns(
  mission: EarlierMission,
  earlier: readonly MissionTest[],
  later: readonly MissionTest[],
): EarlierRuns {
  const wasRun = ({ attempted, closed_runs }: MissionTest) => attempted || closed_runs.length > 0;
  const { pairs } = pairTests(earlier.filter(wasRun), later.filter(wasRun));
  return toRuns(
    mission,
    pairs.map(({ before, now }) => [now.id, before]),
  );
}

/** The same for some tests of a mission; empty without a previous mission. The caller has checked access. */
export async function readEarlierRuns(
  db: Db,
  mission: string,
  tests: ReadonlySet<string>,
): Promise<EarlierRuns> {
  const earlier = await findEarlierMission(db, mission);
  if (earlier === null) return new Map();
  const { pairs } = pairTests(await listPairable(db, earlier.id), await listPairable(db, mission));
  const asked = pairs.filter(({ now }) => tests.has(now.id));
  const read = await listTheseTests(
    db,
    asked.map(({ before }) => before.id),
  );
  const byId = new Map(read.map((test) => [test.id, test]));
  return toRuns(
    earlier,
    asked.map(({ before, now }) => [now.id, byId.get(before.id)]),
  );
}

function toRuns(
  { id, name }: EarlierMission,
  pairs: readonly (readonly [string, MissionTest | undefined])[],
): EarlierRuns {
  return new Map(
    pairs.flatMap(([test, before]) => {
      const run = before && listRuns(before).at(-1);
      return run === undefined ? [] : [[test, { mission: { id, name }, run }]];
    }),
  );
}
