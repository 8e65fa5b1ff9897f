import {
  explainExpectation,
  type JudgedTest,
  judgeExpectations,
  type KeptVerdict,
} from '../../../domain/expectations.ts';
import type { Trx } from '../../database/database.ts';
import type { Fact } from '../../facts/contract.ts';
import type { TestExpectation } from '../../facts/expectations/contract.ts';
import { listFacts } from '../../facts/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import * as store from './store.ts';

/** The column with the verdict on the expectations of a test: null when nothing is expected. */
export function toVerdictColumn(
  expectations: Parameters<typeof judgeExpectations>[0],
  test: JudgedTest,
): KeptVerdict | null {
  const verdict = judgeExpectations(expectations, test);
  return verdict === 'none' ? null : verdict;
}

/** Each expectation of a test with its verdict. */
export function withVerdicts(
  expectations: readonly store.NamedExpectation[],
  test: JudgedTest,
): TestExpectation[] {
  return expectations.map((expectation) => {
    const { verdict, parts } = explainExpectation(expectation, test);
    return { ...expectation, met: verdict, parts: [...parts] };
  });
}

/** Updates a test's verdict in the transaction of a write: `executed_at` and `facts` are the new values, omitted if unchanged. */
export async function followExpectations(
  trx: Trx,
  test: OpenTest,
  { executed_at, facts }: { executed_at?: string | null | undefined; facts?: readonly Fact[] | undefined },
): Promise<{ expectation_met?: KeptVerdict | null }> {
  if (test.expectation_met === null || (executed_at === undefined && facts === undefined)) return {};
  const plan = await store.readPlan(trx, test.id);
  const judged = {
    executed_at: executed_at === undefined ? plan.executed_at : executed_at,
    facts: facts ?? (await listFacts(trx, { column: 'test_id', id: test.id })),
  };
  return { expectation_met: toVerdictColumn(plan.expectations, judged) };
}
