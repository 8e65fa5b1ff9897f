import type { LevelKey } from '../../../domain/outcomes.ts';
import { plainFields } from '../../../domain/test-record.ts';
import type { Db } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { columnsOfRun } from '../mission-tests/columns.ts';

/** A mission with its subject. */
export async function readMission(db: Db, id: string) {
  return db
    .selectFrom('missions')
    .leftJoin('organisations as organisation', 'organisation.id', 'missions.organisation_id')
    .selectAll('missions')
    .select('organisation.name as organisation_name')
    .where('missions.id', '=', id)
    .executeTakeFirstOrThrow();
}

export function listScenarios(db: Db, mission: string): Promise<Row<'scenarios'>[]> {
  return db
    .selectFrom('scenarios')
    .selectAll()
    .where('mission_id', '=', mission)
    .orderBy('position')
    .execute();
}

/** Content of a scenario: its tests in order, and their parts by test. */
export async function readScenario(db: Db, scenario: string) {
  const tests = await db
    .selectFrom('mission_tests as test')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .selectAll('test')
    .select('level.key as level_key')
    .where('test.scenario_id', '=', scenario)
    .orderBy('test.position')
    .execute();
  const runs = await db
    .selectFrom('test_runs as run')
    .innerJoin('mission_tests as test', 'test.id', 'run.test_id')
    .leftJoin('detection_levels as level', 'level.id', 'run.detection_level_id')
    .select(['run.id', 'run.test_id', 'run.number', 'run.detection_level_source', 'level.key as level_key'])
    .select([
      'run.reason',
      'run.started_at as begun_at',
      'run.closed_at',
      'run.status',
      'run.expectation_met',
    ])
    .select(columnsOfRun(plainFields))
    .where('test.scenario_id', '=', scenario)
    .orderBy('run.number')
    .execute();
  const facts = await db
    .selectFrom('facts')
    .innerJoin('mission_tests as test', 'test.id', 'facts.test_id')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .selectAll('facts')
    .select('tool.name as tool_name')
    .where('test.scenario_id', '=', scenario)
    .orderBy('facts.id')
    .execute();
  const named = await db
    .selectFrom('fact_evidence as named')
    .innerJoin('facts', 'facts.id', 'named.fact_id')
    .innerJoin('mission_tests as test', 'test.id', 'facts.test_id')
    .innerJoin('evidence', 'evidence.id', 'named.evidence_id')
    .select(['named.fact_id', 'evidence.sha256'])
    .where('test.scenario_id', '=', scenario)
    .orderBy('named.evidence_id')
    .execute();
  const evidence = await db
    .selectFrom('evidence')
    .innerJoin('mission_tests as test', 'test.id', 'evidence.test_id')
    .selectAll('evidence')
    .where('test.scenario_id', '=', scenario)
    .orderBy('evidence.id')
    .execute();
  const expected = await db
    .selectFrom('expectation_tools as expected')
    .innerJoin('mission_tests as test', 'test.id', 'expected.test_id')
    .innerJoin('organisation_tools as tool', 'tool.id', 'expected.tool_id')
    .select(['expected.test_id', 'expected.kind', 'tool.name'])
    .where('test.scenario_id', '=', scenario)
    .orderBy('tool.name_key')
    .execute();
  const atomic = await db
    .selectFrom('mission_tests as test')
    .innerJoin('import_sources as source', 'source.object_id', 'test.source_template_id')
    .select(['test.id', 'source.source_id as guid'])
    .where('test.scenario_id', '=', scenario)
    .where('source.format', '=', 'atomic')
    .where('source.kind', '=', 'test_template')
    .execute();
  const answers = await db
    .selectFrom('replay_steps as step')
    .innerJoin('mission_tests as test', 'test.id', 'step.test_id')
    .selectAll('step')
    .where('test.scenario_id', '=', scenario)
    .execute();
  return {
    answersOf: new Map(answers.map((step) => [`${step.test_id} ${step.run}`, step])),
    guidOf: new Map(
      atomic.filter(({ guid }) => isGuid(guid)).map(({ id, guid }) => [id, guid.toLowerCase()]),
    ),
    tests: tests.map((row) => ({ ...row, level_key: row.level_key as LevelKey | null })),
    runsOf: Map.groupBy(
      runs.map((row) => ({ ...row, level_key: row.level_key as LevelKey | null })),
      (run) => run.test_id,
    ),
    namedOf: Map.groupBy(named, (file) => file.fact_id),
    factsOf: Map.groupBy(facts, (fact) => fact.run_id ?? (fact.test_id as string)),
    evidenceOf: Map.groupBy(evidence, (record) => record.run_id ?? record.test_id),
    expectedOf: Map.groupBy(expected, (tool) => tool.test_id),
  };
}

/** Atomic tests without a GUID have another id. */
function isGuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

/** The tools of the mission's organisation, by name. */
export async function listTools(db: Db, mission: string) {
  return db
    .selectFrom('organisation_tools as tool')
    .innerJoin('missions', 'missions.organisation_id', 'tool.organisation_id')
    .select(['tool.name', 'tool.vendor', 'tool.kind', 'tool.data_components_json', 'tool.retired'])
    .where('missions.id', '=', mission)
    .orderBy('tool.name_key')
    .execute();
}

export async function listRemediations(db: Db, mission: string) {
  const rows = await db
    .selectFrom('remediations')
    .leftJoin('users as owner', 'owner.id', 'remediations.owner_id')
    .selectAll('remediations')
    .select('owner.display_name as owner_name')
    .where('remediations.mission_id', '=', mission)
    .orderBy('remediations.id')
    .execute();
  const links = await db
    .selectFrom('remediation_tests as link')
    .innerJoin('remediations', 'remediations.id', 'link.remediation_id')
    .select(['link.remediation_id', 'link.test_id'])
    .where('remediations.mission_id', '=', mission)
    .orderBy('link.test_id')
    .execute();
  return { rows, testsOf: Map.groupBy(links, (link) => link.remediation_id) };
}
