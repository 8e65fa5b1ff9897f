import type { TestStatus } from '../../../domain/missions.ts';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf, isLive } from '../../database/search.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { OpenMission, Viewer } from '../heads.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { setColumns } from '../mission-tests/writes.ts';

/** Missions this viewer sees, or all if there is no viewer, by id, with a value that changes on every write to them. */
export async function readMissionVersions(
  db: Db,
  viewer: Viewer | null,
  ids: readonly string[],
): Promise<Map<string, string>> {
  let query = db
    .selectFrom('missions')
    .select(['id', 'status', 'updated_at', 'last_change_at'])
    .where('id', 'in', ids)
    .where(isLive);
  if (viewer !== null && !viewer.seesAll) {
    query = query.where('id', 'in', (nested) =>
      nested.selectFrom('mission_members').select('mission_id').where('user_id', '=', viewer.id),
    );
  }
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.id, `${row.status} ${row.updated_at} ${row.last_change_at}`]));
}

/** Time of the last write to each object, by id, except in missions this viewer does not see. */
export async function readVersions(
  db: Db,
  viewer: Viewer | null,
  table: 'mission_tests' | 'remediations' | 'findings',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom(table as 'mission_tests')
    .select(['id', 'mission_id', 'updated_at'])
    .where('id', 'in', ids)
    .execute();
  if (rows.length === 0) return new Map();
  const seen = await readMissionVersions(db, viewer, [...new Set(rows.map((row) => row.mission_id))]);
  return new Map(
    rows.filter((row) => seen.has(row.mission_id)).map(({ id, updated_at }) => [id, updated_at]),
  );
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

/** Evidence of a run of a test, oldest first. */
export async function listEvidenceOfRun(
  db: Db,
  { test_id, run }: { test_id: string; run: number },
): Promise<{ id: string; sha256: string }[]> {
  return db
    .selectFrom('evidence')
    .innerJoin('mission_tests as test', 'test.id', 'evidence.test_id')
    .leftJoin('test_runs as closed', 'closed.id', 'evidence.run_id')
    .select(['evidence.id', 'evidence.sha256'])
    .where('evidence.test_id', '=', test_id)
    .where(({ fn }) => fn.coalesce('closed.number', 'test.run_number'), '=', run)
    .orderBy('evidence.id')
    .execute();
}

export async function insertImportedEvidence(trx: Trx, row: NewRow<'evidence'>): Promise<void> {
  await trx.insertInto('evidence').values(row).execute();
}

/** Removes the facts of the current run of a test. */
export async function deleteFacts(trx: Trx, testId: string): Promise<void> {
  await trx.deleteFrom('facts').where('test_id', '=', testId).where('run_id', 'is', null).execute();
}

/** The evidence of a test that belongs to no closed run yet, by digest. */
export async function listOpenEvidence(db: Db, testId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'sha256'])
    .where('test_id', '=', testId)
    .where('run_id', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ id, sha256 }) => [sha256, id]));
}

/** The digests of the evidence of the current run of a test. */
export async function listEvidenceDigests(db: Db, testId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('evidence')
    .select('sha256')
    .where('test_id', '=', testId)
    .where('run_id', 'is', null)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The scenarios of a mission by name, and the number of their tests. */
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

/** Statuses of the tests of a mission. */
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

export async function readTest(db: Db, testId: string): Promise<Row<'mission_tests'> | null> {
  const row = await db.selectFrom('mission_tests').selectAll().where('id', '=', testId).executeTakeFirst();
  return row ?? null;
}

/** The unexecuted tests of a mission, in order, in the form used for matching executions. */
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

export const tableOf = { test: 'mission_tests', remediation: 'remediations', finding: 'findings' } as const;

/** Tests, remediations or findings among these that belong to a mission. */
export async function listOfMission(
  db: Db,
  kind: keyof typeof tableOf,
  missionId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(tableOf[kind] as 'mission_tests')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The facts of the current run of a test. */
export function listFactRows(db: Db, testId: string): Promise<Row<'facts'>[]> {
  return db
    .selectFrom('facts')
    .selectAll()
    .where('test_id', '=', testId)
    .where('run_id', 'is', null)
    .orderBy('id')
    .execute();
}

/** Evidence named by the facts of the current run of a test. */
export function listNamedEvidence(db: Db, testId: string): Promise<Row<'fact_evidence'>[]> {
  return db
    .selectFrom('fact_evidence as named')
    .innerJoin('facts', 'facts.id', 'named.fact_id')
    .selectAll('named')
    .where('facts.test_id', '=', testId)
    .where('facts.run_id', 'is', null)
    .execute();
}

export async function listEvidenceIds(db: Db, testId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence')
    .select('id')
    .where('test_id', '=', testId)
    .where('run_id', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the evidence of the current run of a test except these; a sweep removes the files. */
export async function deleteOtherEvidence(trx: Trx, testId: string, kept: readonly string[]): Promise<void> {
  const others = (await listEvidenceIds(trx, testId)).filter((id) => !kept.includes(id));
  if (others.length > 0) await trx.deleteFrom('evidence').where('id', 'in', others).execute();
}

type ExpectedTool = Pick<Row<'expectation_tools'>, 'kind' | 'tool_id'>;

export function listExpectedTools(db: Db, testId: string): Promise<ExpectedTool[]> {
  return db
    .selectFrom('expectation_tools')
    .select(['kind', 'tool_id'])
    .where('test_id', '=', testId)
    .execute();
}

/** Writes the expected tools of a test, without deleted ones. */
export async function setExpectedTools(
  trx: Trx,
  testId: string,
  tools: readonly ExpectedTool[],
): Promise<void> {
  await trx.deleteFrom('expectation_tools').where('test_id', '=', testId).execute();
  for (const { kind, tool_id } of tools) {
    if (!(await isThere(trx, 'organisation_tools', tool_id))) continue;
    await trx.insertInto('expectation_tools').values({ test_id: testId, kind, tool_id }).execute();
  }
}

async function isThere(
  db: Db,
  table: 'organisation_tools' | 'users' | 'detection_levels',
  id: string | null,
): Promise<boolean> {
  if (id === null) return false;
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** The same fields, with null for a deleted level or person. */
export async function keepLiveReferences<
  T extends Pick<Row<'mission_tests'>, 'detection_level_id' | 'last_actor_id'>,
>(db: Db, fields: T): Promise<T> {
  const [level, actor] = [fields.detection_level_id, fields.last_actor_id];
  return {
    ...fields,
    detection_level_id: (await isThere(db, 'detection_levels', level)) ? level : null,
    last_actor_id: (await isThere(db, 'users', actor)) ? actor : null,
  };
}

/** The tool and the analyst of a fact, null when deleted. */
export async function keepLiveOfFact(
  db: Db,
  { tool_id, analyst_id }: Pick<Row<'facts'>, 'tool_id' | 'analyst_id'>,
): Promise<Pick<Row<'facts'>, 'tool_id' | 'analyst_id'>> {
  return {
    tool_id: (await isThere(db, 'organisation_tools', tool_id)) ? tool_id : null,
    analyst_id: (await isThere(db, 'users', analyst_id)) ? analyst_id : null,
  };
}

/** Removes the records of a test before the test itself. */
export async function forgetRecords(trx: Trx, test: OpenTest): Promise<void> {
  for (const table of ['facts', 'evidence', 'test_runs', 'remediation_tests', 'finding_tests'] as const) {
    await trx.deleteFrom(table).where('test_id', '=', test.id).execute();
  }
  await setColumns(trx, test, { evidence_count: 0, outcome_json: null, expectation_met: null });
}

/** Removes a scenario of this name without tests; returns whether it did. */
export async function deleteEmptyScenario(
  trx: Trx,
  missionId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('scenarios')
    .select('position')
    .where('id', '=', id)
    .where('mission_id', '=', missionId)
    .where('name', '=', name)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mission_tests').select('mission_tests.id').whereRef('scenario_id', '=', 'scenarios.id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (found === undefined) return false;
  await trx.deleteFrom('scenarios').where('id', '=', id).execute();
  await trx
    .updateTable('scenarios')
    .set(({ eb }) => ({ position: eb('position', '-', 1) }))
    .where('mission_id', '=', missionId)
    .where('position', '>', found.position)
    .execute();
  return true;
}

export async function readRemediationFields(
  db: Db,
  id: string,
): Promise<Pick<Row<'remediations'>, 'title' | 'status' | 'priority'> | null> {
  const row = await db
    .selectFrom('remediations')
    .select(['title', 'status', 'priority'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function readFindingFields(
  db: Db,
  id: string,
): Promise<Pick<Row<'findings'>, 'number' | 'title' | 'status' | 'severity' | 'side'> | null> {
  const row = await db
    .selectFrom('findings')
    .select(['number', 'title', 'status', 'severity', 'side'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes the highest finding number ever used in a mission. */
export async function noteLastFinding(trx: Trx, mission: OpenMission, number: number): Promise<void> {
  await trx.updateTable('missions').set({ last_finding: number }).where('id', '=', mission.id).execute();
}
