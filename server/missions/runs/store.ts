import type { TestStatus } from '../../../domain/missions.ts';
import {
  blueFields,
  nameInClosed,
  pickFields,
  plainFields,
  recordFields,
  redFields,
  type TestRecord,
  toClosed,
} from '../../../domain/test-record.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { readBrief } from '../../facts/contract.ts';
import { toPerson } from '../../person.ts';
import { type LevelColumns, levelColumns, toLevel } from '../level-columns.ts';
import { columnsOfRun, recordColumns, type TestFields } from '../mission-tests/columns.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { ClosedRun } from './contract.ts';

/** The current run of a test as it is closed. */
export type PresentRun = TestFields &
  Pick<
    Row<'mission_tests'>,
    | 'outcome_json'
    | 'expectation_met'
    | 'evidence_count'
    | 'run_number'
    | 'run_reason'
    | 'run_started_at'
    | 'last_actor_id'
  >;

const presentRuns = prepare<{ tests: string }, PresentRun & { id: string }>((db, parameter) =>
  db
    .selectFrom('mission_tests')
    .select([
      'id',
      ...recordColumns,
      'outcome_json',
      'expectation_met',
      'evidence_count',
      'run_number',
      'run_reason',
      'run_started_at',
      'last_actor_id',
    ])
    .where('id', 'in', anyOf(parameter('tests'))),
);

/** The current run of each of these tests, in order. */
export async function readPresentRuns(trx: Trx, tests: readonly OpenTest[]): Promise<PresentRun[]> {
  const rows = await presentRuns(trx, { tests: JSON.stringify(tests.map(({ id }) => id)) });
  const found = new Map(rows.map(({ id, ...run }) => [id, run]));
  return tests.map(({ id }) => found.get(id) as PresentRun);
}

type Start = Row<'run_starts'>;

export async function insertStart(trx: Trx, start: Start): Promise<void> {
  await trx.insertInto('run_starts').values(start).execute();
}

export async function findStart(trx: Trx, mission: string): Promise<Start | null> {
  const row = await trx
    .selectFrom('run_starts')
    .selectAll()
    .where('mission_id', '=', mission)
    .executeTakeFirst();
  return row ?? null;
}

export async function updateStart(trx: Trx, mission: string, test_ids_json: string): Promise<void> {
  await trx.updateTable('run_starts').set({ test_ids_json }).where('mission_id', '=', mission).execute();
}

export async function deleteStart(trx: Trx, mission: string): Promise<void> {
  await trx.deleteFrom('run_starts').where('mission_id', '=', mission).execute();
}

/** The missions in which new runs have begun. */
export async function listStarts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('run_starts').select('mission_id').orderBy('mission_id').execute();
  return rows.map(({ mission_id }) => mission_id);
}

const insertRuns = prepareInsert('test_runs', [
  'id',
  'test_id',
  'number',
  'reason',
  'started_at',
  'closed_at',
  'closed_by',
  ...recordColumns.map(nameInClosed),
  'outcome_json',
  'expectation_met',
  'last_actor_id',
]);

const prepareClosing = (table: 'facts' | 'evidence') =>
  prepare<{ tests: string; runs: string }, never>((db, parameter) =>
    db
      .updateTable(table)
      .set(({ selectFrom }) => ({
        run_id: selectFrom('test_runs as run')
          .select('run.id')
          .whereRef('run.test_id', '=', `${table}.test_id`)
          .where('run.id', 'in', anyOf(parameter('runs'))),
      }))
      .where('test_id', 'in', anyOf(parameter('tests')))
      .where('run_id', 'is', null),
  );
const closings = [prepareClosing('facts'), prepareClosing('evidence')];

/** Stores the current runs of tests as closed ones, with their facts and evidence. */
export async function closeRuns(
  trx: Trx,
  runs: readonly { test: OpenTest; run: PresentRun; id: string }[],
  closed: Pick<Row<'test_runs'>, 'closed_at' | 'closed_by'>,
): Promise<void> {
  const rows = runs.map(({ test, run, id }): Row<'test_runs'> => {
    const { run_number, run_reason, run_started_at, evidence_count: _count, ...rest } = run;
    return {
      ...closed,
      ...toClosed(rest),
      id,
      test_id: test.id,
      number: run_number,
      reason: run_reason,
      started_at: run_started_at,
    };
  });
  await insertRuns(trx, rows);
  const moved = {
    tests: JSON.stringify(runs.map(({ test }) => test.id)),
    runs: JSON.stringify(runs.map(({ id }) => id)),
  };
  for (const close of closings) await close(trx, moved);
}

/** A closed run, with its own start under another name: `started_at` is the attack's, as in the current one. */
type ClosedRow = TestRecord &
  Pick<Row<'test_runs'>, 'id' | 'number' | 'reason' | 'status' | 'outcome_json'> & {
    opened_at: string | null;
  };

/** The newest closed run of a test, or null. */
export async function findNewestRun(trx: Trx, test: OpenTest): Promise<ClosedRow | null> {
  const row = await trx
    .selectFrom('test_runs as run')
    .select([
      'run.id',
      'run.number',
      'run.reason',
      'run.started_at as opened_at',
      'run.status',
      'run.outcome_json',
    ])
    .select(columnsOfRun(recordFields))
    .where('run.test_id', '=', test.id)
    .orderBy('run.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Moves the facts and evidence of a closed run to the current one, and deletes the closed one; returns the number of evidence
 * records.
 */
export async function reopenRun(trx: Trx, runId: string): Promise<number> {
  await trx.updateTable('facts').set({ run_id: null }).where('run_id', '=', runId).execute();
  const moved = await trx
    .updateTable('evidence')
    .set({ run_id: null })
    .where('run_id', '=', runId)
    .executeTakeFirst();
  await trx.deleteFrom('test_runs').where('id', '=', runId).execute();
  return Number(moved.numUpdatedRows);
}

type RunRow = Omit<ClosedRow, 'detection_level_id'> &
  Pick<Row<'test_runs'>, 'closed_at' | 'closed_by' | 'expectation_met' | 'last_actor_id'> &
  LevelColumns & { closer_name: string | null; actor_name: string | null };

const runsOf = prepare<{ test: string; limit: number; offset: number }, RunRow>((db, parameter) =>
  db
    .selectFrom('test_runs as run')
    .leftJoin('users as closer', 'closer.id', 'run.closed_by')
    .leftJoin('users as actor', 'actor.id', 'run.last_actor_id')
    .leftJoin('detection_levels as level', 'level.id', 'run.detection_level_id')
    .select([
      'run.id',
      'run.number',
      'run.reason',
      'run.started_at as opened_at',
      'run.closed_at',
      'run.closed_by',
      'closer.display_name as closer_name',
      'run.status',
      ...columnsOfRun(plainFields),
      'run.detection_level_source',
      'run.outcome_json',
      'run.expectation_met',
      'run.last_actor_id',
      'actor.display_name as actor_name',
      ...levelColumns,
    ])
    .where('run.test_id', '=', parameter('test'))
    .orderBy('run.number', 'desc')
    .limit(parameter('limit'))
    .offset(parameter('offset')),
);

/** A page of the closed runs of a test, newest first, without facts and evidence. */
export async function listRuns(
  db: Db,
  test: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Omit<ClosedRun, 'facts' | 'evidence' | 'outcome'>[]> {
  const rows = await runsOf(db, { test, limit, offset });
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    reason: row.reason,
    started_at: row.opened_at,
    closed_at: row.closed_at,
    closed_by: toPerson(row.closed_by, row.closer_name),
    status: row.status,
    ...toClosed(pickFields(redFields, row)),
    detection_level: toLevel(row),
    detection_level_source: row.detection_level_source,
    expectation_met: row.expectation_met ?? 'none',
    ...pickFields(blueFields, row),
    last_actor: toPerson(row.last_actor_id, row.actor_name),
  }));
}

/** Number of closed runs of a test. */
export async function countRuns(db: Db, test: string): Promise<number> {
  const { n } = await db
    .selectFrom('test_runs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('test_id', '=', test)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The tests of a mission with their states and runs. */
export function listStatuses(
  db: Db,
  mission: string,
): Promise<{ id: string; status: TestStatus; run_number: number }[]> {
  return db
    .selectFrom('scenarios')
    .innerJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
    .select(['test.id', 'test.status', 'test.run_number'])
    .where('scenarios.mission_id', '=', mission)
    .orderBy('scenarios.position')
    .orderBy('test.position')
    .execute();
}

type ComparedRow = Pick<
  Row<'mission_tests'>,
  'status' | 'detection_level_id' | 'outcome_json' | 'executed_at' | 'detected_at'
>;

/** Result of a run, with its level by id. */
export type StoredResult = Omit<ComparedRow, 'outcome_json'> & {
  number: number;
  started_at: string | null;
  outcome: ReturnType<typeof readBrief>;
};

/** The retested tests of a mission, with the results of their first run and their last. */
export async function listRetested(
  db: Db,
  mission: string,
): Promise<{ id: string; scenario_id: string; name: string; first: StoredResult; last: StoredResult }[]> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('scenarios', 'scenarios.id', 'test.scenario_id')
    .innerJoin('test_runs as first', (join) =>
      join.onRef('first.test_id', '=', 'test.id').on('first.number', '=', 1),
    )
    .select([
      'test.id',
      'test.scenario_id',
      'test.name',
      'test.run_number as number',
      'test.run_started_at as started_at',
      'test.status',
      'test.detection_level_id',
      'test.outcome_json',
      'test.executed_at',
      'test.detected_at',
      'first.started_at as first_started_at',
      'first.status as first_status',
      'first.detection_level_id as first_level_id',
      'first.outcome_json as first_outcome_json',
      'first.executed_at as first_executed_at',
      'first.detected_at as first_detected_at',
    ])
    .where('test.mission_id', '=', mission)
    .where('test.run_number', '>', 1)
    .orderBy('scenarios.position')
    .orderBy('test.position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scenario_id: row.scenario_id,
    name: row.name,
    first: {
      number: 1,
      started_at: row.first_started_at,
      status: row.first_status,
      detection_level_id: row.first_level_id,
      outcome: readBrief(row.first_outcome_json),
      executed_at: row.first_executed_at,
      detected_at: row.first_detected_at,
    },
    last: {
      number: row.number,
      started_at: row.started_at,
      status: row.status,
      detection_level_id: row.detection_level_id,
      outcome: readBrief(row.outcome_json),
      executed_at: row.executed_at,
      detected_at: row.detected_at,
    },
  }));
}
