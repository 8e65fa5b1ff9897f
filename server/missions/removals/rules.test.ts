import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DomainError } from '../../errors.ts';
import { type Kept, refuseKept } from './rules.ts';

const nothing: Kept = {
  status: 'pending',
  closed_runs: 0,
  evidence: 0,
  facts: 0,
  remediations: 0,
  findings: 0,
};

describe('the removal of a test', () => {
  const table: [has: Partial<Kept>, code: string | null][] = [
    [{}, null],
    [{ status: 'skipped' }, null],
    [{ status: 'blocked' }, null],
    [{ status: 'executed' }, 'test_executed'],
    [{ status: 'reviewed_by_blue' }, 'test_executed'],
    [{ closed_runs: 1 }, 'test_executed'],
    [{ evidence: 1 }, 'test_has_evidence'],
    [{ facts: 1 }, 'test_has_facts'],
    [{ remediations: 1 }, 'test_in_remediation'],
    [{ findings: 1 }, 'test_in_finding'],
    [{ status: 'executed', evidence: 1, facts: 1, remediations: 1 }, 'test_executed'],
    [{ facts: 2, remediations: 1 }, 'test_has_facts'],
    [{ remediations: 1, findings: 1 }, 'test_in_remediation'],
  ];
  for (const [has, code] of table) {
    it(`with ${JSON.stringify(has)} is ${code ?? 'done'}`, () => {
      const judge = () => refuseKept({ ...nothing, ...has });
      if (code === null) return judge();
      assert.throws(judge, (error: DomainError) => error.code === code);
    });
  }
});
