import type { ExpectationVerdict } from '../../../domain/expectations.ts';
import type { MissionStatus, TestStatus } from '../../../domain/missions.ts';
import type { Brief } from '../../../domain/outcomes.ts';
import { unresolvedStatuses } from '../../../domain/remediations.ts';
import { blueFields, pickFields, plainFields, redFields } from '../../../domain/test-record.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { readBrief } from '../../facts/contract.ts';
import { readExpectations, type TemplateExpectation } from '../../facts/expectations/contract.ts';
import { toPerson } from '../../person.ts';
import type { MissionTest, TestSummary } from '../contract.ts';
import { detailColumns, toDetails } from '../detail-columns.ts';
import type { Viewer } from '../heads.ts';
import { hidingColumns, toHiding } from '../hiding/columns.ts';
import { type LevelColumns, levelColumns, toLevel } from '../level-columns.ts';
import { isSeenBy } from '../store.ts';
import { readVariables } from '../variables/contract.ts';
import { columnsOfTest, recordColumns, type TestFields } from './columns.ts';

type TestRow = Omit<Row<'mission_tests'>, 'source_template_id' | 'detection_level_id' | 'evidence_count'> &
  LevelColumns & {
    source_id: string | null;
    actor_name: string | null;
    assignee_name: string | null;
    unresolved_remediations: number;
  };

const findTestRow = prepare<{ test: string; mission: string; all: number; user: string }, TestRow>(
  (db, parameter) =>
    db
      .selectFrom('mission_tests as test')
      .innerJoin('missions', 'missions.id', 'test.mission_id')
      .leftJoin('users as actor', 'actor.id', 'test.last_actor_id')
      .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
      .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
      .leftJoin('test_templates as source', (join) =>
        join.onRef('source.id', '=', 'test.source_template_id').on('source.deleted_at', 'is', null),
      )
      .select([
        'test.id',
        'test.mission_id',
        'test.scenario_id',
        'source.id as source_id',
        'test.position',
        'test.name',
        'test.description',
        'test.objective',
        'test.procedure',
        'test.suggested_command',
        'test.cleanup_command',
        'test.expected_detection',
        'test.platforms_json',
        'test.opsec',
        'test.tags_json',
        'test.catalog_tags_json',
        'test.status',
        ...columnsOfTest(plainFields),
        'test.last_actor_id',
        'actor.display_name as actor_name',
        'test.assignee_id',
        'assignee.display_name as assignee_name',
        'test.variables_json',
        'test.variable_defaults_json',
        'test.updated_at',
        'test.detection_level_source',
        'test.outcome_json',
        'test.expectations_json',
        'test.expectation_met',
        'test.run_number',
        'test.run_reason',
        'test.run_started_at',
        ...hidingColumns,
        ...levelColumns,
      ])
      .select((test) =>
        test
          .selectFrom('remediation_tests as link')
          .innerJoin('remediations', 'remediations.id', 'link.remediation_id')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('link.test_id', '=', 'test.id')
          .where('remediations.status', 'in', unresolvedStatuses)
          .$asScalar()
          .$notNull()
          .as('unresolved_remediations'),
      )
      .where('test.id', '=', parameter('test'))
      .where('test.mission_id', '=', parameter('mission'))
      .where('missions.deleted_at', 'is', null)
      .where(isSeenBy(parameter('all'), parameter('user'))),
);

export type FoundTest = Omit<MissionTest, 'evidence' | 'facts' | 'follows' | 'outcome' | 'expectations'> & {
  outcome: Brief | null;
  expectations: TemplateExpectation[];
};

/**
 * A test without its facts, evidence and expected tools, with a brief of its outcome; null unless this viewer may see its
 * mission.
 */
export async function findTest(
  db: Db,
  viewer: Viewer,
  missionId: string,
  testId: string,
): Promise<FoundTest | null> {
  const [row] = await findTestRow(db, {
    test: testId,
    mission: missionId,
    all: viewer.seesAll ? 1 : 0,
    user: viewer.id,
  });
  if (row === undefined) return null;
  return {
    id: row.id,
    mission_id: row.mission_id,
    scenario_id: row.scenario_id,
    source_template_id: row.source_id,
    position: row.position,
    name: row.name,
    description: row.description,
    objective: row.objective,
    procedure: row.procedure,
    suggested_command: row.suggested_command,
    cleanup_command: row.cleanup_command,
    expected_detection: row.expected_detection,
    platforms: JSON.parse(row.platforms_json),
    opsec: row.opsec,
    tags: JSON.parse(row.tags_json),
    catalog_tags: JSON.parse(row.catalog_tags_json),
    status: row.status,
    run: { number: row.run_number, reason: row.run_reason, started_at: row.run_started_at },
    closed_runs: row.run_number - 1,
    ...pickFields(redFields, row),
    detection_level: toLevel(row),
    detection_level_source: row.detection_level_source,
    outcome: readBrief(row.outcome_json),
    expectations: readExpectations(row.expectations_json),
    expectation_met: row.expectation_met ?? 'none',
    ...pickFields(blueFields, row),
    last_actor: toPerson(row.last_actor_id, row.actor_name),
    updated_at: row.updated_at,
    unresolved_remediations: row.unresolved_remediations,
    assignee: toPerson(row.assignee_id, row.assignee_name),
    variables: readVariables(row.variables_json),
    variable_defaults: readVariables(row.variable_defaults_json),
    hiding: toHiding(row),
  };
}

export type TestHead = {
  id: string;
  mission_id: string;
  status: TestStatus;
  updated_at: string;
  executed_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  operator: string | null;
  last_actor_id: string | null;
  /** Null when nothing is expected. */
  expectation_met: ExpectationVerdict | null;
  mission_status: MissionStatus;
  mission_locked: 0 | 1 | null;
  mission_last_change_at: string;
};

declare const door: unique symbol;
/** A writable test. Only `doors.ts` makes one. */
export type OpenTest = TestHead & { readonly [door]: 'open' };

type HeadsAsked = { mission: string; all: number; user: string };

function selectTestHeads(db: Db, { mission, all, user }: HeadsAsked) {
  return db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .select([
      'test.id',
      'test.mission_id',
      'test.status',
      'test.updated_at',
      'test.executed_at',
      'test.started_at',
      'test.ended_at',
      'test.operator',
      'test.last_actor_id',
      'test.expectation_met',
      'missions.status as mission_status',
      'missions.locked as mission_locked',
      'missions.last_change_at as mission_last_change_at',
    ])
    .where('test.mission_id', '=', mission)
    .where('missions.deleted_at', 'is', null)
    .where(isSeenBy(all, user));
}

const findTestHeadRow = prepare<HeadsAsked & { test: string }, TestHead>((db, parameter) =>
  selectTestHeads(db, {
    mission: parameter('mission'),
    all: parameter('all'),
    user: parameter('user'),
  }).where('test.id', '=', parameter('test')),
);
const findTestHeadRows = prepare<HeadsAsked & { tests: string }, TestHead>((db, parameter) =>
  selectTestHeads(db, {
    mission: parameter('mission'),
    all: parameter('all'),
    user: parameter('user'),
  }).where('test.id', 'in', anyOf(parameter('tests'))),
);

/** Fields of a test needed for a write; null unless this viewer may see its mission. */
export async function findTestHead(
  db: Db,
  viewer: Viewer,
  missionId: string,
  testId: string,
): Promise<TestHead | null> {
  const [row] = await findTestHeadRow(db, {
    test: testId,
    mission: missionId,
    all: viewer.seesAll ? 1 : 0,
    user: viewer.id,
  });
  return row ?? null;
}

/** The same for several tests of a mission, by id; missing and invisible ones are left out. */
export async function findTestHeads(
  db: Db,
  viewer: Viewer,
  mission: string,
  tests: readonly string[],
): Promise<Map<string, TestHead>> {
  const asked = { mission, all: viewer.seesAll ? 1 : 0, user: viewer.id, tests: JSON.stringify(tests) };
  return new Map((await findTestHeadRows(db, asked)).map((head) => [head.id, head]));
}

const findFields = prepare<{ test: string }, TestFields>((db, parameter) =>
  db.selectFrom('mission_tests').select(recordColumns).where('id', '=', parameter('test')),
);

export async function readFields(trx: Trx, test: OpenTest): Promise<TestFields> {
  return (await findFields(trx, { test: test.id }))[0] as TestFields;
}

/** Whether the operator of a test was last set by a move, and not by a person. */
export async function isOperatorOfMove(trx: Trx, test: OpenTest): Promise<boolean> {
  const entry = await trx
    .selectFrom('audit_entries')
    .select('verb')
    .where('mission_id', '=', test.mission_id)
    .where('test_id', '=', test.id)
    .where('object_type', '=', 'test')
    .where('verb', 'in', ['changed', 'moved'])
    // Quotes within values are escaped.
    .where('changes_json', 'like', '%"operator":[%')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.verb === 'moved';
}

/** Assignee of a test. */
export async function readAssignee(
  trx: Trx,
  test: OpenTest,
): Promise<{ id: string; display_name: string } | null> {
  const row = await trx
    .selectFrom('mission_tests as test')
    .innerJoin('users', 'users.id', 'test.assignee_id')
    .select(['users.id', 'users.display_name'])
    .where('test.id', '=', test.id)
    .executeTakeFirst();
  return row ?? null;
}

/** Every test of a mission as in its detail, by position. */
export async function listTests(db: Db, missionId: string): Promise<TestSummary[]> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .leftJoin('users as actor', 'actor.id', 'test.last_actor_id')
    .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.scenario_id',
      'test.position',
      'test.name',
      'test.status',
      'test.platforms_json',
      'test.opsec',
      'test.catalog_tags_json',
      'test.evidence_count',
      'test.executed_at',
      'test.detected_at',
      'test.last_actor_id',
      'actor.display_name as actor_name',
      'test.updated_at',
      'test.outcome_json',
      'test.expectation_met',
      'test.run_number',
      ...hidingColumns,
      ...detailColumns,
      ...levelColumns,
    ])
    .where('test.mission_id', '=', missionId)
    .orderBy('test.scenario_id')
    .orderBy('test.position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scenario_id: row.scenario_id,
    position: row.position,
    name: row.name,
    status: row.status,
    run_number: row.run_number,
    platforms: JSON.parse(row.platforms_json),
    opsec: row.opsec,
    catalog_tags: JSON.parse(row.catalog_tags_json),
    detection_level: toLevel(row),
    outcome: readBrief(row.outcome_json),
    expectation_met: row.expectation_met ?? 'none',
    evidence_count: row.evidence_count,
    executed_at: row.executed_at,
    detected_at: row.detected_at,
    ...toDetails(row),
    last_actor: toPerson(row.last_actor_id, row.actor_name),
    updated_at: row.updated_at,
    hiding: toHiding(row),
  }));
}
