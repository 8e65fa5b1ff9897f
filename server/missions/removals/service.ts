import { rejoin } from '../../../domain/attack-path.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import { insertEdges, listEdges, nameTests, touchFollowers } from '../attack-path/store.ts';
import type { MissionTest } from '../contract.ts';
import { openPlan, openTest } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import { readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { deleteTest, shiftTests } from '../mission-tests/writes.ts';
import { noteOutline, pickOutlineTime, refreshTags } from '../outline/store.ts';
import { countTests } from '../plans/store.ts';
import { refuseTooMuch } from '../rules.ts';
import { findScenario } from '../scenarios/store.ts';
import { copiedText } from '../snapshots/store.ts';
import { requireVisibleMission, type TestPlace } from '../visibility.ts';
import { refuseKept } from './rules.ts';
import * as store from './store.ts';

/**
 * Removes a test without results, and keeps its row. Refuses `not_found`, `archived`, `stale` when `ifMatch` does not name the
 * current version, and what `refuseKept` refuses.
 */
export async function removeTest(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  ifMatch: string | undefined,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const test = await openTest(trx, user, place, { ifMatch });
    const { mission } = await openPlan(trx, user, place.mission_id);
    refuseKept(await store.readKept(trx, test.id));
    const at = pickOutlineTime(mission, now);
    const before = await readRecordedTest(trx, test);
    await store.keepRemoved(trx, test, at);
    await touchFollowers(trx, test, at);
    await deleteTest(trx, mission, test);
    await noteOutline(trx, mission, at);
    await refreshTags(trx, mission);
    // Null for each field records long texts in full, so that the history can be followed across the removal if the test comes
    // back.
    const after = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    await recordTestWrite(trx, user, test, { at, verb: 'deleted', before, after });
  });
}

/** The mission of a removed test. Refuses `not_found`, including a test that was not removed from it. */
export async function requireRemovedTest(
  db: Db,
  user: Principal,
  { mission_id, test_id }: TestPlace,
): Promise<store.RemovedTest> {
  await requireVisibleMission(db, user, mission_id);
  const removed = await store.findRemoved(db, mission_id, test_id);
  if (removed === null) throw notFound('Test');
  return removed;
}

/**
 * Restores a removed test at its position. Refuses `not_found`, `invalid` when the mission would have too many tests or too much
 * text, `archived`, `scenario_removed` when its scenario is gone.
 */
export function restoreTest({ db, now }: Services, user: Principal, place: TestPlace): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const removed = await requireRemovedTest(trx, user, place);
    const { mission } = await openPlan(trx, user, place.mission_id, async ({ tests }) => {
      const present = { tests, bytes: await copiedText(trx, place.mission_id) };
      refuseTooMuch(present, { tests: 1, bytes: removed.bytes }, 'test_id');
    });
    const { scenario_id } = removed.row;
    if ((await findScenario(trx, mission.id, scenario_id)) === null) {
      throw new DomainError('scenario_removed', 'The scenario of the test was removed');
    }
    const at = pickOutlineTime(mission, now);
    const position = Math.min(removed.row.position, await countTests(trx, scenario_id));
    await shiftTests(trx, mission, { scenario_id, position }, 1);
    await store.restoreTest(trx, mission, removed, { position, updated_at: at });
    await restoreEdges(trx, mission, removed);
    await noteOutline(trx, mission, at);
    await refreshTags(trx, mission);
    const test = await openTest(trx, user, place);
    await touchFollowers(trx, test, at);
    const after = await readRecordedTest(trx, test);
    await recordTestWrite(trx, user, test, { at, verb: 'restored', after });
    return readWrittenTest(trx, user, place);
  });
}

/** Restores the edges of a removed test to the tests that are there, except for those that would make a cycle by now. */
async function restoreEdges(
  trx: Trx,
  mission: OpenMission,
  { row, edges }: store.RemovedTest,
): Promise<void> {
  if (edges.length === 0) return;
  const ids = edges.flatMap(({ test_id, follows_id }) => [test_id, follows_id]);
  const there = await nameTests(trx, mission.id, [...new Set(ids)]);
  const former = edges.filter(({ test_id, follows_id }) => there.has(test_id) && there.has(follows_id));
  await insertEdges(trx, mission, rejoin(await listEdges(trx, mission.id), row.id, former));
}

async function readRecordedTest(trx: Trx, { id }: OpenTest): Promise<Record<string, unknown>> {
  return (await store.listRecorded(trx, [id])).get(id) as Record<string, unknown>;
}

/** Tests as recorded when they leave or enter a mission, by id; the caller has opened them. Refuses nothing. */
export function readRecordedTests(
  trx: Trx,
  tests: readonly Pick<OpenTest, 'id'>[],
): Promise<Map<string, Record<string, unknown>>> {
  return store.listRecorded(
    trx,
    tests.map(({ id }) => id),
  );
}
