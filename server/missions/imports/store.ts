import type { TestStatus } from '../../../domain/missions.ts';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { OpenMission, Viewer } from '../store.ts';
import { addToCount } from '../tests/store.ts';

/** Missions that this viewer sees, all where there is none, by id with what changes with every write to them. */
export async function readMissionVersions(
  db: Db,
  viewer: Viewer | null,
  ids: readonly string[],
): Promise<Map<string, string>> {
  let query = db
    .selectFrom('missions')
    .select(['id', 'status', 'updated_at', 'last_change_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null);
  if (viewer !== null && !viewer.seesAll) {
    query = query.where('id', 'in', (nested) =>
      nested.selectFrom('mission_members').select('mission_id').where('user_id', '=', viewer.id),
    );
  }
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.id, `${row.status} ${row.updated_at} ${row.last_change_at}`]));
}

/** When each of these was written last, by id. */
export async function readVersions(
  db: Db,
  table: 'mission_tests' | 'remediations',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.selectFrom(table).select(['id', 'updated_at']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at]));
}

export type ImportedTestRow = Omit<NewRow<'mission_tests'>, 'mission_id'>;

/** Adds a test as it was recorded elsewhere, and counts it. */
export async function insertImportedTest(
  trx: Trx,
  mission: OpenMission,
  row: ImportedTestRow,
): Promise<void> {
  await trx
    .insertInto('mission_tests')
    .values({ ...row, mission_id: mission.id })
    .execute();
  await addToCount(trx, mission.id, row.status, 1);
}

export async function insertClosedRun(trx: Trx, row: NewRow<'test_runs'>): Promise<void> {
  await trx.insertInto('test_runs').values(row).execute();
  for (const table of ['facts', 'evidence'] as const) {
    await trx
      .updateTable(table)
      .set({ run_id: row.id })
      .where('test_id', '=', row.test_id)
      .where('run_id', 'is', null)
      .execute();
  }
}

export async function insertImportedEvidence(trx: Trx, row: NewRow<'evidence'>): Promise<void> {
  await trx.insertInto('evidence').values(row).execute();
}

/** Removes the facts of the present run of a test. */
export async function deleteFacts(trx: Trx, testId: string): Promise<void> {
  await trx.deleteFrom('facts').where('test_id', '=', testId).where('run_id', 'is', null).execute();
}

/** The digests of the evidence of the present run of a test. */
export async function listEvidenceDigests(db: Db, testId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('evidence')
    .select('sha256')
    .where('test_id', '=', testId)
    .where('run_id', 'is', null)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The scenarios of a mission by name, and how many tests each has. */
export async function listScenarioSizes(
  db: Db,
  missionId: string,
): Promise<{ id: string; name: string; tests: number }[]> {
  const rows = await db
    .selectFrom('scenarios')
    .leftJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
    .select(['scenarios.id', 'scenarios.name', ({ fn }) => fn.count<number>('test.id').as('tests')])
    .where('scenarios.mission_id', '=', missionId)
    .groupBy(['scenarios.id', 'scenarios.name'])
    .orderBy('scenarios.position')
    .execute();
  return rows.map((row) => ({ ...row, tests: Number(row.tests) }));
}

/** How the tests of a mission stand. */
export async function listStatuses(db: Db, missionId: string): Promise<Set<TestStatus>> {
  const rows = await db
    .selectFrom('mission_tests')
    .select('status')
    .distinct()
    .where('mission_id', '=', missionId)
    .execute();
  return new Set(rows.map(({ status }) => status));
}

export async function readOrganisation(db: Db, missionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('missions')
    .select('organisation_id')
    .where('id', '=', missionId)
    .executeTakeFirst();
  return row?.organisation_id ?? null;
}

/** Writes which run of a test is the present one, and how much evidence that has. */
export async function setRun(
  trx: Trx,
  testId: string,
  run: Pick<ImportedTestRow, 'evidence_count'> &
    Partial<Pick<ImportedTestRow, 'run_number' | 'run_reason' | 'run_started_at'>>,
): Promise<void> {
  await trx.updateTable('mission_tests').set(run).where('id', '=', testId).execute();
}

export async function readTest(db: Db, testId: string): Promise<Row<'mission_tests'> | null> {
  const row = await db.selectFrom('mission_tests').selectAll().where('id', '=', testId).executeTakeFirst();
  return row ?? null;
}

/** Writes a test of a mission anew, and keeps its counts in step. */
export async function updateImportedTest(
  trx: Trx,
  mission: OpenMission,
  before: Row<'mission_tests'>,
  change: Partial<ImportedTestRow>,
): Promise<void> {
  await trx.updateTable('mission_tests').set(change).where('id', '=', before.id).execute();
  if (change.status === undefined || change.status === before.status) return;
  await addToCount(trx, mission.id, before.status, -1);
  await addToCount(trx, mission.id, change.status, 1);
}

/** The tests of a mission that were not executed, in their order, as executions are compared with them. */
export async function listMatchableTests(
  db: Db,
  missionId: string,
): Promise<
  {
    id: string;
    name: string;
    command: string | null;
    technique_ids: string[];
    template_id: string | null;
    target_host: string | null;
    started_at: string | null;
  }[]
> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('scenarios', 'scenarios.id', 'test.scenario_id')
    .select([
      'test.id',
      'test.name',
      'test.suggested_command as command',
      'test.catalog_tags_json',
      'test.source_template_id as template_id',
      'test.target_host',
      'test.started_at',
    ])
    .where('test.mission_id', '=', missionId)
    .where('test.status', '=', 'pending')
    .orderBy('scenarios.position')
    .orderBy('test.position')
    .execute();
  return rows.map(({ catalog_tags_json, ...row }) => ({
    ...row,
    technique_ids: (JSON.parse(catalog_tags_json) as { external_id: string }[]).map((tag) => tag.external_id),
  }));
}

/** Those of these tests or remediations that are of a mission. */
export async function listOfMission(
  db: Db,
  kind: 'test' | 'remediation',
  missionId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(kind === 'test' ? 'mission_tests' : 'remediations')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
