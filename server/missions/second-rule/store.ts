import type { KeptVerdict } from '../../../domain/expectations.ts';
import type { LevelKey, LevelSource } from '../../../domain/outcomes.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';

/** Holders of facts: tests in their current run, closed runs, simulations. */
export type HolderTable = 'mission_tests' | 'test_runs' | 'simulations';

/** Gives the three tables one name, since all have the columns read here. */
function nameHolder(table: HolderTable): 'mission_tests as holder' {
  return `${table} as holder` as 'mission_tests as holder';
}

export type Holder = {
  id: string;
  level: LevelKey | null;
  source: LevelSource | null;
  detected_at: string | null;
};

/** Ids of the holders that have facts, in order. */
export async function listHolders(db: Db, table: HolderTable): Promise<string[]> {
  const column = { mission_tests: 'test_id', test_runs: 'run_id', simulations: 'simulation_id' }[table] as
    | 'test_id'
    | 'run_id'
    | 'simulation_id';
  const rows = await db
    .selectFrom('facts')
    .innerJoin(nameHolder(table), (join) => join.onRef('holder.id', '=', `facts.${column}`))
    .select('holder.id')
    .distinct()
    .$if(table === 'mission_tests', (query) => query.where('facts.run_id', 'is', null))
    .orderBy('holder.id')
    .execute();
  return rows.map(({ id }) => id);
}

const holdersOf = (table: HolderTable) =>
  prepare<{ ids: string }, Omit<Holder, 'level'> & { level: string | null }>((db, parameter) =>
    db
      .selectFrom(nameHolder(table))
      .leftJoin('detection_levels as level', 'level.id', 'holder.detection_level_id')
      .select([
        'holder.id',
        'level.key as level',
        'holder.detection_level_source as source',
        'holder.detected_at',
      ])
      .where('holder.id', 'in', anyOf(parameter('ids'))),
  );
const holders = {
  mission_tests: holdersOf('mission_tests'),
  test_runs: holdersOf('test_runs'),
  simulations: holdersOf('simulations'),
};

export async function readHolders(db: Db, table: HolderTable, ids: readonly string[]): Promise<Holder[]> {
  const rows = await holders[table](db, { ids: JSON.stringify(ids) });
  return rows.map((row) => ({ ...row, level: row.level as LevelKey | null }));
}

type Change = Pick<Row<'mission_tests'>, 'detection_level_id' | 'detection_level_source' | 'detected_at'>;

export async function updateHolder(
  trx: Trx,
  table: HolderTable,
  id: string,
  change: Change & { updated_at?: string },
): Promise<void> {
  await trx
    .updateTable(table as 'mission_tests')
    .set(change)
    .where('id', '=', id)
    .execute();
}

/** The mission of a test with the time of its last change; the same for a closed run. */
export async function readPlaces(
  db: Db,
  testIds: readonly string[],
): Promise<Map<string, { mission_id: string; last_change_at: string }>> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .select(['test.id', 'test.mission_id', 'missions.last_change_at'])
    .where('test.id', 'in', anyOf(JSON.stringify(testIds)))
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export async function noteChange(trx: Trx, missionId: string, at: string): Promise<void> {
  await trx.updateTable('missions').set({ last_change_at: at }).where('id', '=', missionId).execute();
}

export async function setTestVerdict(
  trx: Trx,
  id: string,
  expectation_met: KeptVerdict | null,
): Promise<void> {
  await trx.updateTable('mission_tests').set({ expectation_met }).where('id', '=', id).execute();
}

/** The tests of closed runs, with the run numbers. */
export async function listTestsOfRuns(
  db: Db,
  runIds: readonly string[],
): Promise<Map<string, { test_id: string; number: number }>> {
  const rows = await db
    .selectFrom('test_runs')
    .select(['id', 'test_id', 'number'])
    .where('id', 'in', anyOf(JSON.stringify(runIds)))
    .execute();
  return new Map(rows.map(({ id, ...run }) => [id, run]));
}

/** The engagements of simulations, and their times of last change. */
export async function readEngagements(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { engagement_id: string; updated_at: string }>> {
  const rows = await db
    .selectFrom('simulations')
    .select(['id', 'engagement_id', 'updated_at'])
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export type UnconfirmedFact = Pick<Row<'facts'>, 'id' | 'test_id' | 'simulation_id'>;

/** Detections whose time equals that of recording to the second, without a statement by a person. */
export function listRecordedTimes(db: Db): Promise<UnconfirmedFact[]> {
  return db
    .selectFrom('facts')
    .select(['id', 'test_id', 'simulation_id'])
    .where('time_confirmed', 'is', null)
    .where('result', 'in', ['yes', 'partial'])
    .where(({ eb, fn, val }) =>
      eb(fn('substr', ['at', val(1), val(19)]), '=', fn('substr', ['created_at', val(1), val(19)])),
    )
    .orderBy('id')
    .execute();
}

export async function markUnconfirmed(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('facts')
    .set({ time_confirmed: 0 })
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
}
