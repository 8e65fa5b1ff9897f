import { isUnresolved } from '../../../../domain/remediations.ts';
import type { Remediation, Verification } from '../../../../server/missions/remediations/contract.ts';
import type { RunComparison } from '../../../../server/missions/runs/contract.ts';

export type Offer = Verification & { testName: string };

/** The run that may verify a remediation: of one of its tests, started since, and better than the first run of the test. */
export function findOffer(
  { status, test_ids, created_at }: Pick<Remediation, 'status' | 'test_ids' | 'created_at'>,
  comparison: Pick<RunComparison, 'tests'> | undefined,
): Offer | null {
  if (comparison === undefined || !(isUnresolved(status) || status === 'fixed')) return null;
  const test = comparison.tests.find(
    ({ id, change, last }) =>
      change === 'improved' && test_ids.includes(id) && (last.started_at ?? '') > created_at,
  );
  return test === undefined ? null : { test_id: test.id, number: test.last.number, testName: test.name };
}
