import type { Trx } from '../database/database.ts';
import { findView } from '../database/view.ts';
import { refuseStale } from '../entity-tag.ts';
import type { Principal } from '../permissions.ts';
import type { DeletableMission, MissionHead, OpenMission } from './heads.ts';
import { readLastChange } from './hiding/settle.ts';
import { findTestHeads, type OpenTest, type TestHead } from './mission-tests/store.ts';
import { refuseArchived, refuseLocked } from './rules.ts';
import {
  requireVisibleMission,
  requireVisibleTest,
  requireVisibleTests,
  type TestPlace,
} from './visibility.ts';

// The only way to write through the stores. Each door refuses in the order of the contract: 404, 422, 409, 412.

/**
 * A writable mission, completed and locked ones included: for its own fields and members, findings, remediations, TLPT, replay,
 * reports, hiding and revealing. In the caller's transaction. `judge` refuses a body that does not suit the current state of the
 * mission. Refuses `not_found`, what `judge` refuses, `archived`.
 */
export async function openMission<T = void>(
  trx: Trx,
  user: Principal,
  missionId: string,
  judge?: (mission: MissionHead) => Promise<T>,
): Promise<{ mission: OpenMission; judged: T }> {
  const mission = await requireVisibleMission(trx, user, missionId);
  if (findView() !== null) mission.last_change_at = await readLastChange(trx, missionId);
  const judged = (await judge?.(mission)) as T;
  refuseArchived(mission.status);
  return { mission: mission as OpenMission, judged };
}

/**
 * The same without locked ones: for the plan, which is tests, scenarios and their order, and for alerts, sightings, clocks,
 * executions and runs. Refuses `not_found`, what `judge` refuses, `archived`, `locked`.
 */
export async function openPlan<T = void>(
  trx: Trx,
  user: Principal,
  missionId: string,
  judge?: (mission: MissionHead) => Promise<T>,
): Promise<{ mission: OpenMission; judged: T }> {
  const opened = await openMission(trx, user, missionId, judge);
  refuseLocked(opened.mission.status, opened.mission.locked);
  return opened;
}

/** A mission that may be deleted, even an archived one. Refuses `not_found`. */
export async function openToDelete(trx: Trx, user: Principal, missionId: string): Promise<DeletableMission> {
  return (await requireVisibleMission(trx, user, missionId)) as DeletableMission;
}

/**
 * A writable test, in the caller's transaction. `judge` refuses a body that does not suit the current state of the test, and
 * `ifMatch` names the expected version. A locked mission accepts evidence, too. Refuses `not_found`, what `judge` refuses,
 * `archived`, `locked`, `stale`.
 */
export async function openTest(
  trx: Trx,
  user: Principal,
  place: TestPlace,
  {
    judge,
    ifMatch,
    isEvidence = false,
  }: {
    judge?: (test: TestHead) => Promise<void>;
    ifMatch?: string | undefined;
    isEvidence?: boolean;
  } = {},
): Promise<OpenTest> {
  const test = await requireVisibleTest(trx, user, place);
  await judge?.(test);
  refuseLocked(test.mission_status, isEvidence ? null : test.mission_locked);
  refuseStale(ifMatch, test.updated_at);
  await takeClock(trx, [test]);
  return test as OpenTest;
}

/**
 * Writable tests of a mission, in this order, in the caller's transaction. Refuses `not_found` when one is missing or not
 * visible, `archived`, and `locked` unless only people change.
 */
export async function openTests(
  trx: Trx,
  user: Principal,
  missionId: string,
  ids: readonly string[],
  { onlyPeople = false }: { onlyPeople?: boolean } = {},
): Promise<OpenTest[]> {
  const tests = await requireVisibleTests(trx, user, missionId, ids);
  for (const { mission_status, mission_locked } of tests) {
    refuseLocked(mission_status, onlyPeople ? null : mission_locked);
  }
  await takeClock(trx, tests);
  return tests as OpenTest[];
}

/**
 * Tests of a mission that a write still has to reach that was judged when it began, in the caller's transaction: those that are
 * there. Refuses nothing.
 */
export async function reachTests(trx: Trx, missionId: string, ids: readonly string[]): Promise<OpenTest[]> {
  const heads = await findTestHeads(trx, { id: '', seesAll: true }, missionId, ids);
  return ids.flatMap((id) => (heads.get(id) as OpenTest | undefined) ?? []);
}

/** Gives tests the clock of their whole mission, by which everybody writes. */
async function takeClock(trx: Trx, tests: readonly TestHead[]): Promise<void> {
  const [first] = tests;
  if (first === undefined || findView() === null) return;
  const time = await readLastChange(trx, first.mission_id);
  for (const test of tests) test.mission_last_change_at = time;
}
