import { sql } from 'kysely';
import { sides } from '../../../../domain/sides.ts';
import { listFields, type TestRecord, textFields } from '../../../../domain/test-record.ts';
import { type Db, prepare } from '../../../database/database.ts';
import { firstOctets } from '../../../database/portable.ts';
import { anyOf } from '../../../database/search.ts';
import type { Row } from '../../../database/tables.ts';
import { type LevelColumns, levelColumns } from '../../level-columns.ts';
import { columnsOfRun, columnsOfTest } from '../../mission-tests/columns.ts';
import { isSeenByMembersOf } from '../../store.ts';

// A report reads a mission in slices: a few statements for each two hundred tests.

/** Bytes of a command, an output or a comment shown in a report. */
export const longestShown = 20_000;

type RunText = (typeof textFields)[number];
/** Record fields that are never too long. */
const shortFields = listFields(sides, ['line', 'moment', 'choice']);
type ShortRecord = Pick<TestRecord, (typeof shortFields)[number]>;

/** A text, or its first bytes when it is too long to show, with its full size in bytes. */
type CutTexts = Record<RunText, string | Buffer | null> & Record<`${RunText}_bytes`, number | null>;

/** Measured in bytes: SQLite counts the characters of a text by scanning it. */
function cutTextsOf(table: 'test' | 'run') {
  return textFields.flatMap((name) => {
    const column = sql.ref(`${table}.${name}`);
    const shown = sql.lit(longestShown);
    return [
      sql<
        string | Buffer | null
      >`case when octet_length(${column}) <= ${shown} then ${column} else ${firstOctets(column, longestShown)} end`.as(
        name,
      ),
      sql<number | null>`octet_length(${column})`.as(`${name}_bytes` as const),
    ];
  });
}

export type PresentRow = Pick<
  Row<'mission_tests'>,
  | 'id'
  | 'scenario_id'
  | 'name'
  | 'description'
  | 'objective'
  | 'procedure'
  | 'suggested_command'
  | 'cleanup_command'
  | 'expected_detection'
  | 'platforms_json'
  | 'tags_json'
  | 'catalog_tags_json'
  | 'status'
  | 'expectations_json'
  | 'expectation_met'
  | 'run_number'
  | 'run_reason'
  | 'variables_json'
  | 'variable_defaults_json'
> &
  ShortRecord &
  CutTexts &
  LevelColumns;

const presentOf = prepare<{ tests: string }, PresentRow>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.scenario_id',
      'test.name',
      'test.description',
      'test.objective',
      'test.procedure',
      'test.suggested_command',
      'test.cleanup_command',
      'test.expected_detection',
      'test.platforms_json',
      'test.tags_json',
      'test.catalog_tags_json',
      'test.status',
      ...columnsOfTest(shortFields),
      'test.expectations_json',
      'test.expectation_met',
      'test.run_number',
      'test.run_reason',
      'test.variables_json',
      'test.variable_defaults_json',
      ...levelColumns,
    ])
    .select(cutTextsOf('test'))
    .where('test.id', 'in', anyOf(parameter('tests'))),
);

export type ClosedRow = Pick<
  Row<'test_runs'>,
  'id' | 'test_id' | 'number' | 'reason' | 'closed_at' | 'closed_by' | 'status' | 'expectation_met'
> & { opened_at: string | null; closer_name: string | null } & ShortRecord &
  CutTexts &
  LevelColumns;

const closedOf = prepare<{ tests: string }, ClosedRow>((db, parameter) =>
  db
    .selectFrom('test_runs as run')
    .leftJoin('users as closer', 'closer.id', 'run.closed_by')
    .leftJoin('detection_levels as level', 'level.id', 'run.detection_level_id')
    .select([
      'run.id',
      'run.test_id',
      'run.number',
      'run.reason',
      'run.started_at as opened_at',
      'run.closed_at',
      'run.closed_by',
      'closer.display_name as closer_name',
      'run.status',
      ...columnsOfRun(shortFields),
      'run.expectation_met',
      ...levelColumns,
    ])
    .select(cutTextsOf('run'))
    .where('run.test_id', 'in', anyOf(parameter('tests')))
    .orderBy('run.test_id')
    .orderBy('run.number'),
);

type FactRow = Omit<Row<'facts'>, 'simulation_id'> & {
  tool_name: string | null;
  analyst_name: string | null;
};

const factsOf = prepare<{ tests: string }, FactRow>((db, parameter) =>
  db
    .selectFrom('facts')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .leftJoin('users as analyst', 'analyst.id', 'facts.analyst_id')
    .selectAll('facts')
    .select(['tool.name as tool_name', 'analyst.display_name as analyst_name'])
    .where('facts.test_id', 'in', anyOf(parameter('tests')))
    .orderBy('facts.id'),
);

const factEvidenceOf = prepare<{ tests: string }, Row<'fact_evidence'>>((db, parameter) =>
  db
    .selectFrom('facts')
    .innerJoin('fact_evidence', 'fact_evidence.fact_id', 'facts.id')
    .select(['fact_evidence.fact_id', 'fact_evidence.evidence_id'])
    .where('facts.test_id', 'in', anyOf(parameter('tests')))
    .orderBy('fact_evidence.evidence_id'),
);

export type ExpectedToolRow = Row<'expectation_tools'> & { name: string };

const expectedToolsOf = prepare<{ tests: string }, ExpectedToolRow>((db, parameter) =>
  db
    .selectFrom('expectation_tools as expected')
    .innerJoin('organisation_tools as tool', 'tool.id', 'expected.tool_id')
    .select(['expected.test_id', 'expected.kind', 'expected.tool_id', 'tool.name'])
    .where('expected.test_id', 'in', anyOf(parameter('tests')))
    .orderBy('tool.name_key')
    .orderBy('tool.id'),
);

export type EvidenceRow = Omit<Row<'evidence'>, 'mission_id'> & { uploader_name: string | null };

const evidenceOf = prepare<{ tests: string }, EvidenceRow>((db, parameter) =>
  db
    .selectFrom('evidence')
    .leftJoin('users', 'users.id', 'evidence.uploaded_by')
    .select([
      'evidence.id',
      'evidence.test_id',
      'evidence.side',
      'evidence.file_name',
      'evidence.mime_type',
      'evidence.size',
      'evidence.sha256',
      'evidence.caption',
      'evidence.uploaded_by',
      'evidence.uploaded_at',
      'evidence.run_id',
      'users.display_name as uploader_name',
    ])
    .where('evidence.test_id', 'in', anyOf(parameter('tests')))
    .orderBy('evidence.uploaded_at')
    .orderBy('evidence.id'),
);

/** All content of some tests of a mission; only parts are ordered. */
export type Slice = {
  tests: PresentRow[];
  runs: ClosedRow[];
  facts: FactRow[];
  factEvidence: Row<'fact_evidence'>[];
  expectedTools: ExpectedToolRow[];
  evidence: EvidenceRow[];
};

/** Reads these tests, with all of their runs. */
export async function readSlice(db: Db, testIds: readonly string[]): Promise<Slice> {
  const ids = { tests: JSON.stringify(testIds) };
  return {
    tests: await presentOf(db, ids),
    runs: await closedOf(db, ids),
    facts: await factsOf(db, ids),
    factEvidence: await factEvidenceOf(db, ids),
    expectedTools: await expectedToolsOf(db, ids),
    evidence: await evidenceOf(db, ids),
  };
}

export type MissionRow = Pick<
  Row<'missions'>,
  | 'id'
  | 'name'
  | 'organisation_id'
  | 'client'
  | 'description'
  | 'status'
  | 'start_date'
  | 'end_date'
  | 'catalog_version'
  | 'variables_json'
  | 'visibility'
> & { organisation_name: string | null; retest_of: string | null };

/** A mission, with its original if it is a retest and all of its members see that. */
export async function findMission(db: Db, mission: string): Promise<MissionRow | null> {
  const row = await db
    .selectFrom('missions as reported')
    .leftJoin('organisations as organisation', 'organisation.id', 'reported.organisation_id')
    .select([
      'reported.id',
      'reported.name',
      'reported.organisation_id',
      'organisation.name as organisation_name',
      'reported.client',
      'reported.description',
      'reported.status',
      'reported.start_date',
      'reported.end_date',
      'reported.catalog_version',
      'reported.variables_json',
      'reported.visibility',
    ])
    .select(({ selectFrom }) =>
      selectFrom('missions')
        .select('missions.name')
        .whereRef('missions.id', '=', 'reported.retest_of_id')
        .where('missions.deleted_at', 'is', null)
        .where(isSeenByMembersOf(mission))
        .as('retest_of'),
    )
    .where('reported.id', '=', mission)
    .where('reported.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The scenarios of a mission in order. */
export function listScenarios(
  db: Db,
  mission: string,
): Promise<{ id: string; name: string; description: string | null }[]> {
  return db
    .selectFrom('scenarios')
    .select(['id', 'name', 'description'])
    .where('mission_id', '=', mission)
    .orderBy('position')
    .execute();
}
