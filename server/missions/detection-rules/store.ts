import { sql } from 'kysely';
import type { FactKind, FactResult, LevelKey } from '../../../domain/outcomes.ts';
import type { RemediationStatus } from '../../../domain/remediations.ts';
import type { Db } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { namingRules } from '../../facts/expectations/contract.ts';
import type { Viewer } from '../heads.ts';
import { isSeenBy } from '../store.ts';

const seenBy = ({ seesAll, id }: Viewer) => isSeenBy(seesAll ? 1 : 0, id);

/** Some missions; null for all. */
type Missions = readonly string[] | null;

/** Tests of the missions that a viewer sees. */
function selectSeenTests(db: Db, viewer: Viewer, missions: Missions) {
  return db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .where('missions.deleted_at', 'is', null)
    .where(seenBy(viewer))
    .$if(missions !== null, (all) => all.where('test.mission_id', 'in', anyOf(JSON.stringify(missions))));
}

export type LibraryRow = Omit<Row<'detection_rules'>, 'import_id' | 'updated_at' | 'description' | 'sigma'>;

/** The imported rules, without their texts. */
export function listLibrary(db: Db): Promise<LibraryRow[]> {
  return db
    .selectFrom('detection_rules')
    .select([
      'id',
      'rule_id',
      'title',
      'level',
      'status',
      'catalog_tags_json',
      'created_at',
      'kind',
      'sigma_name',
      'log_source',
      'simulations_json',
      'regression_tests_path',
      'refers_json',
    ])
    .orderBy('id')
    .execute();
}

/** The imported rules that name an attack they were tried with. */
export function listSimulating(
  db: Db,
): Promise<Pick<LibraryRow, 'rule_id' | 'title' | 'simulations_json'>[]> {
  return db
    .selectFrom('detection_rules')
    .select(['rule_id', 'title', 'simulations_json'])
    .where('simulations_json', 'is not', null)
    .orderBy('id')
    .execute();
}

/** The texts of an imported rule; null for any other. */
export async function readTexts(
  db: Db,
  id: string,
): Promise<Pick<Row<'detection_rules'>, 'description' | 'sigma'> | null> {
  const row = await db
    .selectFrom('detection_rules')
    .select(['description', 'sigma'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export type AtomicTemplate = { id: string; name: string; guid: string };

/** The test templates that were imported as atomic tests, with their GUIDs in lower case. */
export function listAtomicTemplates(db: Db, guids: readonly string[]): Promise<AtomicTemplate[]> {
  return db
    .selectFrom('import_sources as source')
    .innerJoin('test_templates as template', 'template.id', 'source.object_id')
    .select(['template.id', 'template.name', sql<string>`lower(source.source_id)`.as('guid')])
    .where('source.format', '=', 'atomic')
    .where('source.kind', '=', 'test_template')
    .where('template.deleted_at', 'is', null)
    .where(sql<string>`lower(source.source_id)`, 'in', anyOf(JSON.stringify(guids)))
    .orderBy('template.name')
    .orderBy('template.id')
    .execute();
}

/** The live test templates among these, by id. */
export async function nameTemplates(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('test_templates')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type NamingFact = {
  mission_id: string;
  test_id: string;
  run_id: string | null;
  kind: FactKind;
  result: FactResult;
  at: string | null;
  rule_id: string | null;
  rule_name: string | null;
  tool: string | null;
};

/** The next facts after an id that name a rule. */
export function listNamingFacts(
  db: Db,
  viewer: Viewer,
  missions: Missions,
  after: string,
  limit: number,
): Promise<(NamingFact & { id: string })[]> {
  return selectSeenTests(db, viewer, missions)
    .innerJoin('facts', 'facts.test_id', 'test.id')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .select([
      'facts.id',
      'test.mission_id',
      'test.id as test_id',
      'facts.run_id',
      'facts.kind',
      'facts.result',
      'facts.at',
      'facts.rule_id',
      'facts.rule_name',
      'tool.name as tool',
    ])
    .where((eb) => eb.or([eb('facts.rule_id', 'is not', null), eb('facts.rule_name', 'is not', null)]))
    .where('facts.id', '>', after)
    .orderBy('facts.id')
    .limit(limit)
    .execute();
}

/** Accepted alerts, as kept. */
export function listAcceptedAlerts(
  db: Db,
  viewer: Viewer,
  missions: Missions,
): Promise<{ id: string; mission_id: string; test_id: string; run: number | null; alert_json: string }[]> {
  return selectSeenTests(db, viewer, missions)
    .innerJoin('mission_alerts as alert', 'alert.test_id', 'test.id')
    .select(['alert.id', 'test.mission_id', 'test.id as test_id', 'alert.run', 'alert.alert_json'])
    .where('alert.state', '=', 'accepted')
    .orderBy('alert.id')
    .execute();
}

/** Tests whose expectations name rules. */
export function listExpectingTests(
  db: Db,
  viewer: Viewer,
  missions: Missions,
): Promise<{ id: string; mission_id: string; expectations_json: string }[]> {
  return selectSeenTests(db, viewer, missions)
    .select(['test.id', 'test.mission_id', 'test.expectations_json'])
    .where('test.expectations_json', 'like', namingRules)
    .orderBy('test.id')
    .execute();
}

export type RuleRemediation = {
  id: string;
  title: string;
  status: RemediationStatus;
  status_changed_at: string;
  created_at: string;
  rule_id: string | null;
  rule_name: string | null;
  mission_id: string;
  mission_name: string;
};

/** Remediations that name a rule. */
export function listRuleRemediations(db: Db, viewer: Viewer, missions: Missions): Promise<RuleRemediation[]> {
  return db
    .selectFrom('remediations')
    .innerJoin('missions', 'missions.id', 'remediations.mission_id')
    .select([
      'remediations.id',
      'remediations.title',
      'remediations.status',
      'remediations.status_changed_at',
      'remediations.created_at',
      'remediations.rule_id',
      'remediations.rule_name',
      'missions.id as mission_id',
      'missions.name as mission_name',
    ])
    .where('missions.deleted_at', 'is', null)
    .where(seenBy(viewer))
    .$if(missions !== null, (all) => all.where('missions.id', 'in', anyOf(JSON.stringify(missions))))
    .where((eb) =>
      eb.or([eb('remediations.rule_id', 'is not', null), eb('remediations.rule_name', 'is not', null)]),
    )
    .orderBy('remediations.id')
    .execute();
}

/** Tests of these remediations. */
export function listTestsOfRemediations(
  db: Db,
  ids: readonly string[],
): Promise<{ remediation_id: string; test_id: string }[]> {
  return db
    .selectFrom('remediation_tests')
    .select(['remediation_id', 'test_id'])
    .where('remediation_id', 'in', anyOf(JSON.stringify(ids)))
    .orderBy('test_id')
    .execute();
}

/** A test with its current run. */
export type TestRow = {
  id: string;
  name: string;
  source_template_id: string | null;
  mission_id: string;
  mission_name: string;
  organisation_id: string | null;
  run_number: number;
} & Pick<Row<'mission_tests'>, 'status' | 'executed_at' | 'outcome_json'> & { level: LevelKey | null };

function selectTests(db: Db, viewer: Viewer, missions: Missions) {
  return selectSeenTests(db, viewer, missions)
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.name',
      'test.source_template_id',
      'missions.id as mission_id',
      'missions.name as mission_name',
      'missions.organisation_id',
      'test.run_number',
      'test.status',
      'test.executed_at',
      'test.outcome_json',
      'level.key as level',
    ])
    .$narrowType<{ level: LevelKey | null }>();
}

/** The tests with these ids, from these templates, or with these names and no template. */
export function listTests(
  db: Db,
  viewer: Viewer,
  missions: Missions,
  { ids, templates, names }: Record<'ids' | 'templates' | 'names', readonly string[]>,
): Promise<TestRow[]> {
  return selectTests(db, viewer, missions)
    .where((eb) =>
      eb.or([
        eb('test.id', 'in', anyOf(JSON.stringify(ids))),
        eb('test.source_template_id', 'in', anyOf(JSON.stringify(templates))),
        eb.and([
          eb('test.source_template_id', 'is', null),
          eb('test.name', 'in', anyOf(JSON.stringify(names))),
        ]),
      ]),
    )
    .orderBy('test.id')
    .execute();
}

export type ClosedRunRow = { id: string; test_id: string; number: number } & Pick<
  TestRow,
  'status' | 'executed_at' | 'outcome_json' | 'level'
>;

export function listClosedRuns(db: Db, testIds: readonly string[]): Promise<ClosedRunRow[]> {
  return db
    .selectFrom('test_runs as run')
    .leftJoin('detection_levels as level', 'level.id', 'run.detection_level_id')
    .select([
      'run.id',
      'run.test_id',
      'run.number',
      'run.status',
      'run.executed_at',
      'run.outcome_json',
      'level.key as level',
    ])
    .$narrowType<{ level: LevelKey | null }>()
    .where('run.test_id', 'in', anyOf(JSON.stringify(testIds)))
    .orderBy('run.number')
    .execute();
}

export type GapRow = Pick<
  TestRow,
  'id' | 'name' | 'mission_id' | 'mission_name' | 'run_number' | 'executed_at'
>;

/** Executed tests whose current run raised no alert. */
export function listGaps(db: Db, viewer: Viewer): Promise<GapRow[]> {
  return selectSeenTests(db, viewer, null)
    .innerJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.name',
      'missions.id as mission_id',
      'missions.name as mission_name',
      'test.run_number',
      'test.executed_at',
    ])
    .where('test.status', 'in', ['executed', 'reviewed_by_blue'])
    .where('level.key', 'in', ['not_detected', 'logged'])
    .orderBy('test.id')
    .execute();
}

/** Findings of tests, by the test. */
export async function listFindings(
  db: Db,
  testIds: readonly string[],
): Promise<Map<string, { id: string; number: number; title: string }[]>> {
  const rows = await db
    .selectFrom('finding_tests as link')
    .innerJoin('findings', 'findings.id', 'link.finding_id')
    .select(['link.test_id', 'findings.id', 'findings.number', 'findings.title'])
    .distinct()
    .where('link.test_id', 'in', anyOf(JSON.stringify(testIds)))
    .orderBy('findings.number')
    .execute();
  const found = new Map<string, { id: string; number: number; title: string }[]>();
  for (const { test_id, ...finding } of rows) found.set(test_id, [...(found.get(test_id) ?? []), finding]);
  return found;
}

/** Remediations of tests that name no rule, by the test, the newest last. */
export async function listOtherRemediations(
  db: Db,
  testIds: readonly string[],
): Promise<Map<string, { id: string; title: string; status: RemediationStatus }>> {
  const rows = await db
    .selectFrom('remediation_tests as link')
    .innerJoin('remediations', 'remediations.id', 'link.remediation_id')
    .select(['link.test_id', 'remediations.id', 'remediations.title', 'remediations.status'])
    .where('link.test_id', 'in', anyOf(JSON.stringify(testIds)))
    .where('remediations.rule_id', 'is', null)
    .where('remediations.rule_name', 'is', null)
    .orderBy('remediations.id')
    .execute();
  return new Map(rows.map(({ test_id, ...remediation }) => [test_id, remediation]));
}
