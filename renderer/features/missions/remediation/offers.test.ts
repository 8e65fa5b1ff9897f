import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RemediationStatus } from '../../../../domain/remediations.ts';
import type { RunChange } from '../../../../domain/runs.ts';
import { findOffer } from './offers.ts';

const before = '2026-11-21T09:00:00.000Z';
const made = '2026-11-21T10:00:00.000Z';
const later = '2026-11-21T11:00:00.000Z';

describe('a run that may verify a remediation', () => {
  const table: [
    what: string,
    status: RemediationStatus,
    change: RunChange,
    test: string,
    started: string,
    offered: boolean,
  ][] = [
    ['improved', 'fixed', 'improved', 'a', later, true],
    ['improved while it is still open', 'open', 'improved', 'a', later, true],
    ['improved before it was written down', 'fixed', 'improved', 'a', before, false],
    ['stayed', 'fixed', 'same', 'a', later, false],
    ['got worse', 'fixed', 'worse', 'a', later, false],
    ['is of another test', 'fixed', 'improved', 'b', later, false],
    ['is not executed yet', 'fixed', 'open', 'a', later, false],
    ['improved what is verified', 'verified', 'improved', 'a', later, false],
    ['improved what was declined', 'declined', 'improved', 'a', later, false],
  ];
  for (const [what, status, change, id, started_at, offered] of table) {
    it(`${what}: ${offered ? 'offered' : 'not offered'}`, () => {
      const run = {
        number: 2,
        status: 'executed' as const,
        detection_level: null,
        outcome: null,
        started_at,
        executed_at: null,
        detected_at: null,
      };
      const tests = [{ id, scenario_id: 's', name: 'Dump LSASS', change, first: run, last: run }];
      assert.deepEqual(
        findOffer({ status, test_ids: ['a'], created_at: made }, { tests }),
        offered ? { test_id: 'a', number: 2, testName: 'Dump LSASS' } : null,
      );
    });
  }

  it('is none before the runs are known', () => {
    assert.equal(findOffer({ status: 'fixed', test_ids: ['a'], created_at: made }, undefined), null);
  });
});
