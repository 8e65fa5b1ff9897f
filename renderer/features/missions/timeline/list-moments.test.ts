import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { listMoments, sumUpDelays } from './list-moments.ts';

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;
const testOf = (id: string, executed: number | null, detected: number | null) =>
  ({
    id,
    executed_at: executed === null ? null : at(executed),
    detected_at: detected === null ? null : at(detected),
    operator: null,
  }) as TestSummary;

describe('the timeline of a mission', () => {
  it('has executions, detections and reviews in order of time; at one time the execution is first', () => {
    const tests = [testOf('a', 5, 5), testOf('b', 1, null), testOf('c', null, null)];
    const mission = { scenarios: [{ id: 's', tests }] } as unknown as Mission;
    const reviews = [{ test_id: 'b', at: at(9), by: { id: 'p', display_name: 'Bo' } }];
    assert.deepEqual(
      listMoments(mission, reviews).map(({ kind, test, by }) => `${kind} ${test.id} ${by}`),
      ['executed b null', 'executed a null', 'detected a null', 'reviewed b Bo'],
    );
  });

  it('sums up the times to detect, without those that come before the execution', () => {
    const tests = [
      testOf('a', 0, 2),
      testOf('b', 0, 8),
      testOf('c', 9, 3),
      testOf('d', 1, null),
      testOf('e', 0, 1),
    ];
    assert.deepEqual(sumUpDelays(tests), { median: 120, longest: 480, of: 3 });
    assert.deepEqual(sumUpDelays(tests.slice(0, 2)), { median: 300, longest: 480, of: 2 });
    assert.equal(sumUpDelays(tests.slice(2, 4)), null);
  });
});
