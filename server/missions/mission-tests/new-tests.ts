import { blankFields, recordFields } from '../../../domain/test-record.ts';
import type { Variables } from '../../../domain/variables.ts';
import type { Trx } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import { type TemplateExpectation, writeExpectations } from '../../facts/expectations/contract.ts';
import type { CatalogTag } from '../../fields.ts';
import type { OpenMission } from '../heads.ts';
import { toVariablesColumn } from '../variables/contract.ts';
import { planColumns, recordColumns, type TestFields } from './columns.ts';

/** A run in which nothing has happened yet. */
export const untouched = {
  status: 'pending',
  ...blankFields(recordFields),
  outcome_json: null,
  evidence_count: 0,
} as const satisfies TestFields & Pick<Row<'mission_tests'>, 'outcome_json' | 'evidence_count'>;

/** Initial values of a test's first run. */
const fresh = {
  ...untouched,
  assignee_id: null,
  run_number: 1,
  run_reason: null,
  run_started_at: null,
} as const;

/** Verdict on an empty run, depending on whether its test has expectations. */
export function toFirstVerdict(expectsAny: boolean): 'open' | null {
  return expectsAny ? 'open' : null;
}

const insertRows = prepareInsert('mission_tests', [
  'id',
  'mission_id',
  'scenario_id',
  'source_template_id',
  'position',
  ...planColumns,
  ...recordColumns,
  'outcome_json',
  'evidence_count',
  'last_actor_id',
  'assignee_id',
  'updated_at',
  'run_number',
  'run_reason',
  'run_started_at',
  'expectations_json',
  'expectation_met',
  'variables_json',
  'variable_defaults_json',
  'hidden',
]);

type FreshRow = Omit<NewRow<'mission_tests'>, 'mission_id' | 'last_actor_id' | keyof typeof fresh>;

/** Adds pending tests to a mission, as rows of their plan; copies that came with their scenario are unassigned. */
export async function insertTestRows(
  trx: Trx,
  { id: mission_id }: OpenMission,
  rows: readonly FreshRow[],
  last_actor_id: string | null = null,
): Promise<void> {
  await insertRows(
    trx,
    rows.map(
      (row) => ({ hidden: null, ...row, ...fresh, mission_id, last_actor_id }) as Row<'mission_tests'>,
    ),
  );
}

export type NewTest = Omit<
  FreshRow,
  | 'platforms_json'
  | 'tags_json'
  | 'catalog_tags_json'
  | 'expectations_json'
  | 'expectation_met'
  | 'variables_json'
  | 'variable_defaults_json'
> & {
  variable_defaults: Variables;
  platforms: readonly string[];
  tags: readonly string[];
  catalog_tags: readonly CatalogTag[];
  expectations: readonly TemplateExpectation[];
};

/** Adds pending tests to a mission; copies that came with their scenario are unassigned. */
export function insertTests(
  trx: Trx,
  mission: OpenMission,
  tests: readonly NewTest[],
  last_actor_id: string | null = null,
): Promise<void> {
  const rows = tests.map(
    ({ platforms, tags, catalog_tags, expectations, variable_defaults, ...row }): FreshRow => ({
      ...row,
      platforms_json: JSON.stringify(platforms),
      tags_json: JSON.stringify(tags),
      catalog_tags_json: JSON.stringify(catalog_tags),
      expectations_json: writeExpectations(expectations),
      expectation_met: toFirstVerdict(expectations.length > 0),
      variables_json: null,
      variable_defaults_json: toVariablesColumn(variable_defaults),
    }),
  );
  return insertTestRows(trx, mission, rows, last_actor_id);
}
