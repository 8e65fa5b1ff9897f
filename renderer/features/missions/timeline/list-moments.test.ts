import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { listMoments, type Moment, sumUpDelays } from './list-moments.ts';

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;
const testOf = (id: string, executed: number | null, detected: number | null) =>
  ({
    id,
    executed_at: executed === null ? null : at(executed),
    detected_at: detected === null ? null : at(detected),
    operator: null,
    run_number: 1,
  }) as TestSummary;

describe('the timeline of a mission', () => {
  const missionOf = (tests: TestSummary[]) => ({ scenarios: [{ id: 's', tests }] }) as unknown as Mission;
  const empty = { reviews: [], sightings: [], closed_runs: [] };
  const describeMoment = (moment: Moment) =>
    [moment.kind === 'seen' ? moment.seen : moment.kind, moment.test.id, moment.run]
      .filter(Boolean)
      .join(' ');

  it('has executions, detections and reviews in order of time; at one time the execution is first', () => {
    const mission = missionOf([testOf('a', 5, 5), testOf('b', 1, null), testOf('c', null, null)]);
    const reviews = [{ test_id: 'b', run: 1, at: at(9), by: { id: 'p', display_name: 'Bo' } }];
    assert.deepEqual(listMoments(mission, { ...empty, reviews }).map(describeMoment), [
      'executed b',
      'executed a',
      'detected a',
      'reviewed b',
    ]);
  });

  it('has each timed fact with its tool, in place of the time of detection', () => {
    const sightings = [
      { test_id: 'a', run: 1, kind: 'logged' as const, at: at(3), tool: { id: 't', name: 'SIEM' } },
      { test_id: 'a', run: 1, kind: 'prevented' as const, at: at(2), tool: null },
    ];
    const moments = listMoments(missionOf([testOf('a', 1, 2)]), { ...empty, sightings });
    assert.deepEqual(moments.map(describeMoment), ['executed a', 'prevented a', 'logged a']);
    assert.deepEqual(
      moments.map((moment) => moment.kind === 'seen' && moment.tool),
      [false, null, 'SIEM'],
    );
  });

  it('has the earlier runs of a retested test, each with its own events', () => {
    const test = { ...testOf('a', 7, 8), run_number: 2 };
    const moments = listMoments(missionOf([test]), {
      reviews: [{ test_id: 'a', run: 1, at: at(3), by: null }],
      sightings: [{ test_id: 'a', run: 2, kind: 'alerted', at: at(8), tool: null }],
      closed_runs: [
        {
          test_id: 'a',
          run: 1,
          executed_at: at(1),
          detected_at: at(2),
          operator: 'Ann',
          target_host: null,
          detection_level: null,
        },
      ],
    });
    assert.deepEqual(moments.map(describeMoment), [
      'executed a 1',
      'detected a 1',
      'reviewed a 1',
      'executed a 2',
      'alerted a 2',
    ]);
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
