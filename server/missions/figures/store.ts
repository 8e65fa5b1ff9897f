import { type Expectation, expectLevel, explainExpectation } from '../../../domain/expectations.ts';
import { standOf } from '../../../domain/findings.ts';
import { type MissionStatus, wasRun } from '../../../domain/missions.ts';
import type { FactKind, LevelKey, Severity } from '../../../domain/outcomes.ts';
import type { FiguredFact } from '../../../domain/score.ts';
import type { TestRun } from '../../../domain/test-gaps.ts';
import { type Db, prepare } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { readExpectations } from '../../facts/expectations/contract.ts';
import { type FiguredFactRow, toFiguredFact } from '../../figures/contract.ts';
import { Turn } from '../../turn.ts';
import type { Viewer } from '../heads.ts';
import { isSeenBy } from '../store.ts';
import type { MissionTest } from './figured-test.ts';
import type { TestsMemory } from './tests-memory.ts';

type TestRow = Pick<
  Row<'mission_tests'>,
  | 'id'
  | 'scenario_id'
  | 'source_template_id'
  | 'name'
  | 'status'
  | 'run_number'
  | 'attack_result'
  | 'executed_at'
  | 'detected_at'
  | 'catalog_tags_json'
  | 'expectations_json'
  | 'updated_at'
> & { level_key: string | null };

const idsOf = prepare<{ mission: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('scenarios')
    .innerJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
    .select('test.id')
    .where('scenarios.mission_id', '=', parameter('mission'))
    .orderBy('scenarios.position')
    .orderBy('test.position'),
);

/** Reads only the index, since the rows are long. */
const versionsOf = prepare<{ mission: string }, { id: string; updated_at: string }>((db, parameter) =>
  db
    .selectFrom('mission_tests')
    .select(['id', 'updated_at'])
    .where('mission_id', '=', parameter('mission'))
    .orderBy('updated_at'),
);

const testsOf = prepare<{ tests: string }, TestRow>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.scenario_id',
      'test.source_template_id',
      'test.name',
      'test.status',
      'test.run_number',
      'test.attack_result',
      'test.executed_at',
      'test.detected_at',
      'test.catalog_tags_json',
      'test.expectations_json',
      'test.updated_at',
      'level.key as level_key',
    ])
    .where('test.id', 'in', anyOf(parameter('tests'))),
);

type FactRow = FiguredFactRow & { test_id: string; run_id: string | null };

const factsOf = prepare<{ tests: string }, FactRow>((db, parameter) =>
  db
    .selectFrom('facts')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .select([
      'facts.test_id',
      'facts.run_id',
      'facts.kind',
      'facts.result',
      'facts.at',
      'facts.time_confirmed',
      'facts.tool_id',
      'facts.severity',
      'facts.category',
      'facts.modifiers_json',
      'facts.rule_id',
      'facts.rule_name',
      'tool.name as tool_name',
    ])
    .where('facts.test_id', 'in', anyOf(parameter('tests')))
    .$narrowType<{ test_id: string }>(),
);

type RunRow = Pick<
  Row<'test_runs'>,
  'id' | 'test_id' | 'number' | 'status' | 'attack_result' | 'executed_at' | 'detected_at'
> & { level_key: string | null };

const closedRunsOf = prepare<{ tests: string }, RunRow>((db, parameter) =>
  db
    .selectFrom('test_runs as run')
    .leftJoin('detection_levels as level', 'level.id', 'run.detection_level_id')
    .select([
      'run.id',
      'run.test_id',
      'run.number',
      'run.status',
      'run.attack_result',
      'run.executed_at',
      'run.detected_at',
      'level.key as level_key',
    ])
    .where('run.test_id', 'in', anyOf(parameter('tests')))
    .orderBy('run.number'),
);

type ToolRow = { test_id: string; kind: FactKind; id: string; name: string };

const expectedToolsOf = prepare<{ tests: string }, ToolRow>((db, parameter) =>
  db
    .selectFrom('expectation_tools as expected')
    .innerJoin('organisation_tools as tool', 'tool.id', 'expected.tool_id')
    .select(['expected.test_id', 'expected.kind', 'tool.id', 'tool.name'])
    .where('expected.test_id', 'in', anyOf(parameter('tests'))),
);

const readAtOnce = 100;

/**
 * Every test of a mission in order, for figures, with its runs. Yields with `pause`; concurrent changes may or may not be
 * included.
 */
export async function listTests(
  db: Db,
  mission: string,
  pause: () => Promise<unknown> = async () => {},
  memory: TestsMemory | null = null,
): Promise<MissionTest[]> {
  const ids = (await idsOf(db, { mission })).map(({ id }) => id);
  if (memory === null) return readTests(db, ids, pause);
  const versions = new Map((await versionsOf(db, { mission })).map(({ id, updated_at }) => [id, updated_at]));
  const tests = await memory.of(db, mission, versions, (unknown) => readTests(db, unknown, pause));
  return ids.flatMap((id) => tests.get(id) ?? []);
}

/** These tests, with their runs. */
export function listTheseTests(db: Db, ids: readonly string[]): Promise<MissionTest[]> {
  return readTests(db, ids, async () => {});
}

async function readTests(
  db: Db,
  ids: readonly string[],
  pause: () => Promise<unknown>,
): Promise<MissionTest[]> {
  const turn = new Turn();
  const tests: MissionTest[] = [];
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const some = ids.slice(at, at + readAtOnce);
    const asked = { tests: JSON.stringify(some) };
    // Read first, so that a test changed in the meantime is cached with its older version.
    const rows = new Map((await testsOf(db, asked)).map((row) => [row.id, row]));
    const facts = Map.groupBy(await factsOf(db, asked), ({ test_id, run_id }) => run_id ?? test_id);
    const hasRuns = [...rows.values()].some(({ run_number }) => run_number > 1);
    const runs = Map.groupBy(hasRuns ? await closedRunsOf(db, asked) : [], ({ test_id }) => test_id);
    const tools = Map.groupBy(await expectedToolsOf(db, asked), ({ test_id }) => test_id);
    for (const id of some) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const factsIn = (run: string) => (facts.get(run) ?? []).map(toFiguredFact);
      tests.push(toTest(row, factsIn, tools.get(id) ?? [], runs.get(id) ?? []));
    }
    await turn.giveWay(pause);
  }
  return tests;
}

function toTest(
  row: TestRow,
  factsIn: (run: string) => FiguredFact[],
  tools: ToolRow[],
  runs: readonly RunRow[],
): MissionTest {
  const expectations: Expectation[] = readExpectations(row.expectations_json).map((expectation) => ({
    ...expectation,
    tool_ids: tools.filter(({ kind }) => kind === expectation.kind).map(({ id }) => id),
  }));
  const expected = {
    expected_level: expectLevel(expectations),
    expected_tools: tools.map(({ id, name }) => ({ id, name })),
  };
  const toRun = (run: Omit<RunRow, 'test_id'>): TestRun => {
    const { executed_at } = run;
    const facts = factsIn(run.id);
    return {
      number: run.number,
      attempted: wasRun(run.status),
      attack_result: run.attack_result,
      executed_at,
      level: run.level_key as LevelKey | null,
      detected_at: run.detected_at,
      facts,
      expectations: expectations.map((expectation) =>
        explainExpectation(expectation, { executed_at, facts }),
      ),
      ...expected,
    };
  };
  return {
    id: row.id,
    scenario_id: row.scenario_id,
    source_template_id: row.source_template_id,
    name: row.name,
    status: row.status,
    catalog_tags: JSON.parse(row.catalog_tags_json),
    updated_at: row.updated_at,
    ...toRun({ ...row, number: row.run_number }),
    closed_runs: runs.map(toRun),
  };
}

export type TestFinding = { test_id: string; severity: Severity; isFixed: boolean };

/** For each test, the confirmed findings that both sides can read. */
export async function listTestFindings(db: Db, mission: string): Promise<TestFinding[]> {
  const rows = await db
    .selectFrom('findings')
    .innerJoin('finding_tests as of', 'of.finding_id', 'findings.id')
    .select(['findings.id', 'of.test_id', 'findings.severity', 'findings.status'])
    .where('findings.mission_id', '=', mission)
    .where('findings.side', '=', 'both')
    .where('findings.status', 'not in', ['draft', 'dismissed'])
    .execute();
  if (rows.length === 0) return [];
  const links = await db
    .selectFrom('finding_remediations as link')
    .innerJoin('findings', 'findings.id', 'link.finding_id')
    .innerJoin('remediations', 'remediations.id', 'link.remediation_id')
    .select(['link.finding_id', 'remediations.status'])
    .where('findings.mission_id', '=', mission)
    .execute();
  const remediations = Map.groupBy(links, ({ finding_id }) => finding_id);
  return rows.map(({ id, test_id, severity, status }) => {
    const statuses = (remediations.get(id) ?? []).map((link) => link.status);
    const { status: standing } = standOf({ status, remediations: statuses, gaps: [] });
    return { test_id, severity, isFixed: standing === 'fixed' || standing === 'verified' };
  });
}

/** The scenarios of a mission in order. */
export function listScenarios(db: Db, mission: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('scenarios')
    .select(['id', 'name'])
    .where('mission_id', '=', mission)
    .orderBy('position')
    .execute();
}

export type DatedMission = { id: string; name: string; status: MissionStatus; date: string };

/** The missions of an organisation that a viewer sees, in order of time: by start date, else by creation. */
export async function listDatedMissions(
  db: Db,
  viewer: Viewer,
  organisation: string,
): Promise<DatedMission[]> {
  const rows = await selectDated(db, organisation)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id))
    .execute();
  return inOrderOfTime(rows);
}

/** A mission with its effective date. */
export async function readDated(db: Db, mission: string): Promise<DatedMission> {
  const row = await db
    .selectFrom('missions')
    .select(datedColumns)
    .where('id', '=', mission)
    .executeTakeFirstOrThrow();
  return toDated(row);
}

const datedColumns = ['id', 'name', 'status', 'start_date', 'created_at'] as const;

function selectDated(db: Db, organisation: string) {
  return db
    .selectFrom('missions')
    .select(datedColumns)
    .where('organisation_id', '=', organisation)
    .where('deleted_at', 'is', null)
    .orderBy('id');
}

type DatedRow = Pick<Row<'missions'>, (typeof datedColumns)[number]>;

/** Takes a mission, returns it with its effective date. */
export function toDated<Of extends Pick<DatedRow, 'start_date' | 'created_at'>>({
  start_date,
  created_at,
  ...mission
}: Of) {
  return { ...mission, date: start_date ?? created_at.slice(0, 'YYYY-MM-DD'.length) };
}

function inOrderOfTime(rows: readonly DatedRow[]): DatedMission[] {
  return rows.map(toDated).sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** The missions a viewer sees, of one status or any, with a marker that changes with their tests. */
export function listSeen(
  db: Db,
  viewer: Viewer,
  status: MissionStatus | undefined,
): Promise<{ id: string; last_change_at: string }[]> {
  return db
    .selectFrom('missions')
    .select(['id', 'last_change_at'])
    .where('deleted_at', 'is', null)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id))
    .$if(status !== undefined, (query) => query.where('status', '=', status as MissionStatus))
    .orderBy('id')
    .execute();
}

/** Name of a mission, and a marker that changes with its tests. */
export function readSign(
  db: Db,
  mission: string,
): Promise<{ id: string; name: string; last_change_at: string }> {
  return db
    .selectFrom('missions')
    .select(['id', 'name', 'last_change_at'])
    .where('id', '=', mission)
    .executeTakeFirstOrThrow();
}
