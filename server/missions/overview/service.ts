import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MissionStatus, runningStatus, waitingStatus } from '../../../domain/missions.ts';
import type { Side } from '../../../domain/sides.ts';
import type { Db } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import { listDetectionLevels } from '../../detection-levels/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import { countColumn } from '../mission-tests/columns.ts';
import { toViewer } from '../visibility.ts';
import { listFirstWaiting } from '../waiting/service.ts';
import type { CoverageSummary, MissionOutcomes, Overview, WaitingTests } from './contract.ts';
import { CoverageSum, sumUpMission } from './rules.ts';
import * as store from './store.ts';

/** Number of waiting tests listed by name; the rest are counted. */
const named = 6;

/** Waiting work in the running missions visible to this user. */
export async function readOverview(db: Db, user: Principal): Promise<Overview> {
  const running = await store.listMissionSigns(db, toViewer(user), { status: runningStatus });
  return {
    missions: running.length,
    pending: await readWaiting(db, user, running, 'red'),
    executed: await readWaiting(db, user, running, 'blue'),
  };
}

async function readWaiting(
  db: Db,
  user: Principal,
  running: readonly store.MissionSign[],
  side: Side,
): Promise<WaitingTests> {
  const status = waitingStatus[side];
  const column = countColumn[status];
  const total = running.reduce((sum, mission) => sum + mission[column], 0);
  // Even with one test each, no more missions can be listed.
  const first = running.filter((mission) => mission[column] > 0).slice(0, named);
  const lists: WaitingTests['tests'][] = [];
  for (const { id, name } of first) {
    const tests = await store.listFirstTests(db, id, status, named);
    const toWaiting = ({ assignee_id, ...test }: store.FirstTest): WaitingTests['tests'][number] => ({
      ...test,
      mission: { id, name },
      assigned_to_me: assignee_id === user.id,
    });
    lists.push(tests.map(toWaiting));
  }
  const inTurn = Array.from({ length: named }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return { total, tests: inTurn.flat().slice(0, named) };
}

const mostRemembered = 2000;

/** Caches the coverage of a mission's tests until the mission changes. */
export class CoverageMemory {
  readonly #known = new Memory<store.Alike[]>([], mostRemembered);

  of(db: Db, { id, last_change_at }: store.MissionSign): Promise<store.Alike[]> {
    return this.#known.of(db, { id, version: last_change_at }, async () => {
      // One mission is added up at a time, so that a write waits for at most one.
      await nextTurn();
      return store.listAlikeTests(db, id);
    });
  }
}

type Sources = { db: Db; memory: CoverageMemory };

/** Planned and executed tests of this user's missions, by matrix entry, detection level and kind of fact. */
export async function readCoverage(
  { db, memory }: Sources,
  user: Principal,
  filter: { status?: MissionStatus | undefined },
): Promise<CoverageSummary> {
  const missions = await store.listMissionSigns(db, toViewer(user), filter);
  const levels = await listDetectionLevels(db);
  const sum = new CoverageSum(levels);
  const turn = new Turn();
  for (const mission of missions) {
    await turn.giveWay(nextTurn);
    for (const alike of await memory.of(db, mission)) sum.add(alike);
  }
  return { missions: missions.length, ...sum.total() };
}

/** Outcomes of the tests of these missions, without those this user does not see. */
export async function listMissionOutcomes(
  { db, memory }: Sources,
  user: Principal,
  ids: readonly string[],
): Promise<MissionOutcomes[]> {
  const missions = await store.listMissionSigns(db, toViewer(user), { ids });
  const levels = new Map((await listDetectionLevels(db)).map((level) => [level.id, level]));
  const waits = await listFirstWaiting(
    db,
    missions.map(({ id }) => id),
  );
  const outcomes: MissionOutcomes[] = [];
  for (const mission of missions) {
    const sum = sumUpMission(await memory.of(db, mission), levels);
    const { red = null, blue = null } = waits.get(mission.id) ?? {};
    outcomes.push({ mission_id: mission.id, ...sum, waits: { red, blue } });
  }
  return outcomes;
}
