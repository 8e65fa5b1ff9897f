import type { Expectation } from '../../../domain/expectations.ts';
import type { FactKind } from '../../../domain/outcomes.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { readExpectations, type TemplateExpectation } from '../../facts/expectations/contract.ts';

type ExpectedTool = { kind: FactKind; id: string; name: string };

const findTools = prepare<{ test: string }, ExpectedTool>((db, parameter) =>
  db
    .selectFrom('expectation_tools as expected')
    .innerJoin('organisation_tools as tool', 'tool.id', 'expected.tool_id')
    .select(['expected.kind', 'tool.id', 'tool.name'])
    .where('expected.test_id', '=', parameter('test'))
    .orderBy('tool.name_key')
    .orderBy('tool.id'),
);

export type NamedExpectation = TemplateExpectation & { tools: { id: string; name: string }[] };

/** Adds tools to the expectations of a test, by name. */
export async function withTools(
  db: Db,
  testId: string,
  expectations: readonly TemplateExpectation[],
): Promise<NamedExpectation[]> {
  if (expectations.length === 0) return [];
  const known = await findTools(db, { test: testId });
  return expectations.map((expectation) => {
    const tools = known.filter(({ kind }) => kind === expectation.kind).map(({ id, name }) => ({ id, name }));
    return { ...expectation, tool_ids: tools.map(({ id }) => id), tools };
  });
}

const findPlan = prepare<{ test: string }, { expectations_json: string; executed_at: string | null }>(
  (db, parameter) =>
    db
      .selectFrom('mission_tests')
      .select(['expectations_json', 'executed_at'])
      .where('id', '=', parameter('test')),
);

/** Expectations of a test, and its time of execution. */
export async function readPlan(
  db: Db,
  testId: string,
): Promise<{ expectations: NamedExpectation[]; executed_at: string | null }> {
  const [row] = await findPlan(db, { test: testId });
  if (row === undefined) return { expectations: [], executed_at: null };
  const expectations = await withTools(db, testId, readExpectations(row.expectations_json));
  return { expectations, executed_at: row.executed_at };
}

/** Replaces the tools in the expectations of a test. */
export async function setTools(
  trx: Trx,
  testId: string,
  expectations: readonly Pick<Expectation, 'kind' | 'tool_ids'>[],
): Promise<void> {
  await trx.deleteFrom('expectation_tools').where('test_id', '=', testId).execute();
  const rows = expectations.flatMap(({ kind, tool_ids }) =>
    tool_ids.map((tool_id) => ({ test_id: testId, kind, tool_id })),
  );
  if (rows.length > 0) await trx.insertInto('expectation_tools').values(rows).execute();
}

/** The tests that expect something from these tools. */
export async function listTestsNaming(
  db: Db,
  toolIds: readonly string[],
): Promise<{ id: string; mission_id: string }[]> {
  return db
    .selectFrom('expectation_tools as expected')
    .innerJoin('mission_tests as test', 'test.id', 'expected.test_id')
    .select(['test.id', 'test.mission_id'])
    .distinct()
    .where('expected.tool_id', 'in', toolIds)
    .orderBy('test.id')
    .execute();
}
