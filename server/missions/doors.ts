import type { Trx } from '../database/database.ts';
import { refuseStale } from '../entity-tag.ts';
import type { Principal } from '../permissions.ts';
import type { DeletableMission, MissionHead, OpenMission } from './heads.ts';
import type { OpenTest, TestHead } from './mission-tests/store.ts';
import { refuseArchived } from './rules.ts';
import {
  requireVisibleMission,
  requireVisibleTest,
  requireVisibleTests,
  type TestPlace,
} from './visibility.ts';

// The only way to what the stores write with. Each door refuses in the order of the contract: 404, 422, 409, 412.

/**
 * A mission that takes writes, in the caller's transaction. `judge` refuses a body that does not suit the mission as it is.
 * Refuses `not_found`, what `judge` refuses, `archived`.
 */
export async function openMission<T = void>(
  trx: Trx,
  user: Principal,
  missionId: string,
  judge?: (mission: MissionHead) => Promise<T>,
): Promise<{ mission: OpenMission; judged: T }> {
  const mission = await requireVisibleMission(trx, user, missionId);
  const judged = (await judge?.(mission)) as T;
  refuseArchived(mission.status);
  return { mission: mission as OpenMission, judged };
}

/** A mission that may be deleted, also out of the archive. Refuses `not_found`. */
export async function openToDelete(trx: Trx, user: Principal, missionId: string): Promise<DeletableMission> {
  return (await requireVisibleMission(trx, user, missionId)) as DeletableMission;
}

/**
 * A test that takes writes, in the caller's transaction. `judge` refuses a body that does not suit the test as it is, and
 * `ifMatch` names the version that is written to. Refuses `not_found`, what `judge` refuses, `archived`, `stale`.
 */
export async function openTest(
  trx: Trx,
  user: Principal,
  place: TestPlace,
  { judge, ifMatch }: { judge?: (test: TestHead) => Promise<void>; ifMatch?: string | undefined } = {},
): Promise<OpenTest> {
  const test = await requireVisibleTest(trx, user, place);
  await judge?.(test);
  refuseArchived(test.mission_status);
  refuseStale(ifMatch, test.updated_at);
  return test as OpenTest;
}

/**
 * Tests of a mission that take writes, in this order, in the caller's transaction. Refuses `not_found` where one is missing or not
 * visible, `archived`.
 */
export async function openTests(
  trx: Trx,
  user: Principal,
  missionId: string,
  ids: readonly string[],
): Promise<OpenTest[]> {
  const tests = await requireVisibleTests(trx, user, missionId, ids);
  for (const { mission_status } of tests) refuseArchived(mission_status);
  return tests as OpenTest[];
}
