import type { ExpressionBuilder } from 'kysely';
import type { PathEdge } from '../../../domain/attack-path.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { NewRow, Row, Tables } from '../../database/tables.ts';
import { toPerson } from '../../person.ts';
import { listEdgesAt } from '../attack-path/store.ts';
import type { OpenMission } from '../heads.ts';
import { planColumns, recordColumns } from '../mission-tests/columns.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { insertTest } from '../mission-tests/writes.ts';
import { withLists } from '../plans/store.ts';
import type { Kept } from './rules.ts';

type TestRow = Row<'mission_tests'>;
type ExpectedTool = Pick<Row<'expectation_tools'>, 'kind' | 'tool_id'>;

/** Content of a test that prevents its removal. The caller has found the test. */
export async function readKept(db: Db, testId: string): Promise<Kept> {
  const countOf =
    (table: 'test_runs' | 'evidence' | 'facts' | 'remediation_tests' | 'finding_tests') =>
    ({ selectFrom }: ExpressionBuilder<Tables, 'mission_tests'>) =>
      selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('test_id', '=', testId)
        .$asScalar()
        .$notNull();
  const { status, ...counts } = await db
    .selectFrom('mission_tests')
    .select((eb) => [
      'status',
      countOf('test_runs')(eb).as('closed_runs'),
      countOf('evidence')(eb).as('evidence'),
      countOf('facts')(eb).as('facts'),
      countOf('remediation_tests')(eb).as('remediations'),
      countOf('finding_tests')(eb).as('findings'),
    ])
    .where('id', '=', testId)
    .executeTakeFirstOrThrow();
  return {
    status,
    closed_runs: Number(counts.closed_runs),
    evidence: Number(counts.evidence),
    facts: Number(counts.facts),
    remediations: Number(counts.remediations),
    findings: Number(counts.findings),
  };
}

type RecordedRow = Pick<
  TestRow,
  'id' | 'position' | 'assignee_id' | (typeof planColumns | typeof recordColumns)[number]
> & { scenario_name: string | null; assignee_name: string | null };

const recordedRows = prepare<{ tests: string }, RecordedRow>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .leftJoin('scenarios as scenario', 'scenario.id', 'test.scenario_id')
    .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
    .select(['test.id', 'test.position', 'test.assignee_id'])
    .select([...planColumns, ...recordColumns].map((column) => `test.${column}` as const))
    .select(['scenario.name as scenario_name', 'assignee.display_name as assignee_name'])
    .where('test.id', 'in', anyOf(parameter('tests'))),
);

/** These tests as the history records them whole, by id. */
export async function listRecorded(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const rows = await recordedRows(db, { tests: JSON.stringify(ids) });
  return new Map(
    rows.map(({ id, assignee_id, assignee_name, scenario_name: scenario, ...row }) => [
      id,
      { ...withLists(row), assignee: toPerson(assignee_id, assignee_name), scenario },
    ]),
  );
}

/** Keeps the row of a test before it is removed from its mission. */
export async function keepRemoved(trx: Trx, test: OpenTest, time: string): Promise<void> {
  const row = await trx
    .selectFrom('mission_tests')
    .selectAll()
    .where('id', '=', test.id)
    .executeTakeFirstOrThrow();
  const tools: ExpectedTool[] = await trx
    .selectFrom('expectation_tools')
    .select(['kind', 'tool_id'])
    .where('test_id', '=', test.id)
    .execute();
  const edges = await listEdgesAt(trx, test.id);
  await trx
    .insertInto('removed_tests')
    .values({
      id: test.id,
      mission_id: test.mission_id,
      removed_at: time,
      test_json: JSON.stringify(row),
      tools_json: JSON.stringify(tools),
      shown: row.shown_position === null ? 0 : 1,
      follows_json: edges.length === 0 ? null : JSON.stringify(edges),
    })
    .execute();
}

export type RemovedTest = { row: TestRow; tools: ExpectedTool[]; edges: PathEdge[]; bytes: number };

/** A test removed from this mission, else null. */
export async function findRemoved(db: Db, missionId: string, testId: string): Promise<RemovedTest | null> {
  const found = await db
    .selectFrom('removed_tests')
    .select(['test_json', 'tools_json', 'follows_json'])
    .where('id', '=', testId)
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const bytes = Buffer.byteLength(found.test_json);
  return {
    row: JSON.parse(found.test_json),
    tools: JSON.parse(found.tools_json),
    edges: JSON.parse(found.follows_json ?? '[]'),
    bytes,
  };
}

/** References of a test that may have been deleted since, and their tables. */
const references = {
  source_template_id: 'test_templates',
  detection_level_id: 'detection_levels',
  last_actor_id: 'users',
} as const satisfies Partial<Record<keyof TestRow, keyof Tables>>;

/** Restores a removed test in its mission; deleted references become null. */
export async function restoreTest(
  trx: Trx,
  mission: OpenMission,
  { row, tools }: RemovedTest,
  change: Pick<NewRow<'mission_tests'>, 'position' | 'updated_at'>,
): Promise<void> {
  const known: Partial<TestRow> = {};
  for (const column of Object.keys(references) as (keyof typeof references)[]) {
    const id = row[column];
    if (id === null) continue;
    const there = await trx
      .selectFrom(references[column])
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (there === undefined) known[column] = null;
  }
  if (!(await isMember(trx, mission, row.assignee_id))) known.assignee_id = null;
  const { mission_id: _mission, ...columns } = row;
  await insertTest(trx, mission, { ...columns, ...known, ...change });
  for (const { kind, tool_id } of tools) {
    await trx
      .insertInto('expectation_tools')
      .columns(['test_id', 'kind', 'tool_id'])
      .expression((from) =>
        from
          .selectFrom('organisation_tools')
          .select(({ val }) => [val(row.id).as('test_id'), val(kind).as('kind'), 'id'])
          .where('id', '=', tool_id),
      )
      .execute();
  }
  await trx.deleteFrom('removed_tests').where('id', '=', row.id).execute();
}

/** A test can only be assigned to members. */
async function isMember(trx: Trx, mission: OpenMission, userId: string | null): Promise<boolean> {
  const found = await trx
    .selectFrom('mission_members')
    .select('user_id')
    .where('mission_id', '=', mission.id)
    .where('user_id', '=', userId ?? '')
    .executeTakeFirst();
  return found !== undefined;
}
