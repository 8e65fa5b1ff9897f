import type { KeptVerdict } from '../../../domain/expectations.ts';
import type { TestStatus } from '../../../domain/missions.ts';
import { prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { OpenMission } from '../heads.ts';
import { noteShownChange } from '../hiding/settle.ts';
import { countColumn, type TestFields } from './columns.ts';
import type { OpenTest } from './store.ts';

// All writes to rows of tests, except for bulk additions (`new-tests.ts`); `../scenarios/store.ts` sets their order as a whole, and
// `shiftTests` closes and makes gaps in it. They take the result of a door: the test, or the mission it is put into.

export type TestChange = Partial<
  Pick<
    Row<'mission_tests'>,
    | keyof TestFields
    | 'outcome_json'
    | 'expectations_json'
    | 'expectation_met'
    | 'assignee_id'
    | 'tags_json'
    | 'variables_json'
  >
>;

/** Marks of the current run. */
type RunColumns = Pick<
  Row<'mission_tests'>,
  'run_number' | 'run_reason' | 'run_started_at' | 'evidence_count'
>;

type TestColumns = {
  [K in Exclude<keyof NewRow<'mission_tests'>, 'id' | 'mission_id'>]?: NewRow<'mission_tests'>[K] | undefined;
};

/** Adds a test, and counts it. */
export async function insertTest(
  trx: Trx,
  mission: OpenMission,
  row: Omit<NewRow<'mission_tests'>, 'mission_id'>,
): Promise<void> {
  await trx
    .insertInto('mission_tests')
    .values({ ...row, mission_id: mission.id })
    .execute();
  await addToCounts(trx, mission, [row], 1);
}

/** Removes a test, and closes the gap in its scenario. */
export async function deleteTest(trx: Trx, mission: OpenMission, test: OpenTest): Promise<void> {
  const where = await trx
    .selectFrom('mission_tests')
    .select(['scenario_id', 'position'])
    .where('id', '=', test.id)
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('mission_tests').where('id', '=', test.id).execute();
  await shiftTests(trx, mission, { ...where, position: where.position + 1 }, -1);
  await addToCounts(trx, mission, [test], -1);
}

/** Moves the tests of a scenario by one from a position on: down to make room, or up to close a gap. */
export async function shiftTests(
  trx: Trx,
  _mission: OpenMission,
  { scenario_id, position }: { scenario_id: string; position: number },
  by: 1 | -1,
): Promise<void> {
  await trx
    .updateTable('mission_tests')
    .set(({ eb }) => ({ position: eb('position', '+', by) }))
    .where('scenario_id', '=', scenario_id)
    .where('position', '>=', position)
    .execute();
}

/** Writes columns of a test, and updates the counts of its mission; author and time only if given. */
export async function setColumns(trx: Trx, test: OpenTest, columns: TestColumns): Promise<void> {
  await trx.updateTable('mission_tests').set(columns).where('id', '=', test.id).execute();
  if (columns.status !== undefined) await moveCount(trx, test, columns.status);
}

/** Writes the verdict on a test without a write to the test. */
export async function setVerdict(
  trx: Trx,
  testId: string,
  expectation_met: KeptVerdict | null,
): Promise<void> {
  await trx.updateTable('mission_tests').set({ expectation_met }).where('id', '=', testId).execute();
}

const noteTime = prepare<{ mission: string; time: string }, never>((db, parameter) =>
  db
    .updateTable('missions')
    .set({ last_change_at: parameter('time') })
    .where('id', '=', parameter('mission')),
);

/** Notes on a mission that tests of it were written at this time. */
export async function noteChange(trx: Trx, where: { mission: string; time: string }): Promise<void> {
  await noteTime(trx, where);
  await noteShownChange(trx, where);
}

/** Writes a test's change with its time and actor, and notes the time on the mission. */
export async function updateTest(
  trx: Trx,
  test: OpenTest,
  change: TestChange & Partial<RunColumns>,
  actorId: string,
  time: string,
): Promise<void> {
  // SQLite writes an index page even when the person stays the same.
  const actor = test.last_actor_id === actorId ? {} : { last_actor_id: actorId };
  await trx
    .updateTable('mission_tests')
    .set({ ...change, ...actor, updated_at: time })
    .where('id', '=', test.id)
    .execute();
  await noteChange(trx, { mission: test.mission_id, time });
}

/** Writes the same change to tests of one mission. */
export async function updateTests(
  trx: Trx,
  tests: readonly OpenTest[],
  change: TestChange & Partial<RunColumns>,
  actorId: string,
  time: string,
): Promise<void> {
  const [first] = tests;
  if (first === undefined) return;
  const byActor = Map.groupBy(tests, ({ last_actor_id }) => last_actor_id === actorId);
  for (const [isThere, some] of byActor) {
    await trx
      .updateTable('mission_tests')
      .set({ ...change, ...(isThere ? {} : { last_actor_id: actorId }), updated_at: time })
      .where('id', 'in', anyOf(JSON.stringify(some.map(({ id }) => id))))
      .execute();
  }
  await noteChange(trx, { mission: first.mission_id, time });
}

/** Keeps a mission's counts in step with a moved test. */
export function moveCount(trx: Trx, test: OpenTest, to: TestStatus): Promise<void> {
  return moveCounts(trx, [test], to);
}

/** Keeps a mission's counts in step with moved tests. */
export async function moveCounts(trx: Trx, tests: readonly OpenTest[], to: TestStatus): Promise<void> {
  const [first] = tests;
  if (first === undefined) return;
  const from = Map.groupBy(tests, ({ status }) => status);
  from.delete(to);
  const moved = [...from].map(([status, some]) => [countColumn[status], some.length] as const);
  if (moved.length === 0) return;
  const more = countColumn[to];
  const sum = moved.reduce((total, [, count]) => total + count, 0);
  await trx
    .updateTable('missions')
    .set(({ eb }) => ({
      [more]: eb(more, '+', sum),
      ...Object.fromEntries(moved.map(([column, count]) => [column, eb(column, '-', count)])),
    }))
    .where('id', '=', first.mission_id)
    .execute();
}

/** Adds tests to the counts of a mission by their status, or with -1 takes them from there. */
export async function addToCounts(
  trx: Trx,
  mission: OpenMission,
  tests: readonly { status: TestStatus }[],
  by: 1 | -1,
): Promise<void> {
  const sums = [...Map.groupBy(tests, ({ status }) => status)].map(
    ([status, some]) => [countColumn[status], some.length * by] as const,
  );
  if (sums.length === 0) return;
  await trx
    .updateTable('missions')
    .set(({ eb }) => Object.fromEntries(sums.map(([column, sum]) => [column, eb(column, '+', sum)])))
    .where('id', '=', mission.id)
    .execute();
}

export async function changeEvidenceCount(trx: Trx, test: OpenTest, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('mission_tests')
    .set(({ eb }) => ({ evidence_count: eb('evidence_count', '+', by) }))
    .where('id', '=', test.id)
    .execute();
}
