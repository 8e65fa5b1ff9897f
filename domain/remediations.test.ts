import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOverdue, type RemediationStatus } from './remediations.ts';

describe('a remediation is overdue', () => {
  const today = '2026-11-22';
  const table: [due_on: string | null, status: RemediationStatus, expected: boolean][] = [
    ['2026-11-21', 'open', true],
    ['2026-11-21', 'in_progress', true],
    ['2025-12-31', 'open', true],
    ['2026-11-22', 'open', false],
    ['2026-11-23', 'in_progress', false],
    [null, 'open', false],
    ['2026-11-21', 'fixed', false],
    ['2026-11-21', 'verified', false],
    ['2026-11-21', 'risk_accepted', false],
    ['2026-11-21', 'declined', false],
  ];
  for (const [due_on, status, expected] of table) {
    it(`${due_on ?? 'without a day'}, ${status}: ${expected ? 'yes' : 'no'}`, () => {
      assert.equal(isOverdue({ due_on, status }, today), expected);
    });
  }
});
