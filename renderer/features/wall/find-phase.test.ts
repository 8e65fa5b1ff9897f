import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { findPhase } from './find-phase.ts';

type Short = [id: string, status: string, executed_at?: string];

const missionOf = (...scenarios: Short[][]) =>
  ({
    members: [
      { user: { id: 'rosa' }, role_hint: 'red' },
      { user: { id: 'ben' }, role_hint: 'blue' },
    ],
    scenarios: scenarios.map((tests, index) => ({
      id: `s${index}`,
      name: `Scenario ${index + 1}`,
      tests: tests.map(([id, status, executed_at = null]) => ({
        id,
        scenario_id: `s${index}`,
        status,
        executed_at,
      })),
    })),
  }) as unknown as Mission;

const mission = missionOf(
  [
    ['a', 'reviewed_by_blue', '2026-11-20T10:00:00.000Z'],
    ['b', 'executed', '2026-11-20T11:00:00.000Z'],
  ],
  [
    ['c', 'executed', '2026-11-20T10:30:00.000Z'],
    ['d', 'pending'],
    ['e', 'skipped'],
  ],
);

describe('the phase of a mission', () => {
  const table: [
    title: string,
    Mission,
    people: [id: string, test: string | null][],
    test: string,
    isBegun: boolean,
  ][] = [
    ['is the test executed last', mission, [], 'b', true],
    ['is the pending test that red has open', mission, [['rosa', 'd']], 'd', true],
    ['follows red alone', mission, [['ben', 'd']], 'b', true],
    ['is not what red reads again', mission, [['rosa', 'a']], 'b', true],
    [
      'is the first pending test before anything was executed',
      missionOf([
        ['x', 'skipped'],
        ['y', 'pending'],
      ]),
      [],
      'y',
      false,
    ],
  ];
  for (const [title, of, people, test, isBegun] of table) {
    it(title, () => {
      const phase = findPhase(
        of,
        people.map(([id, test_id]) => ({ id, test_id })),
      );
      assert.deepEqual([phase?.test.id, phase?.isBegun], [test, isBegun]);
    });
  }

  it('says how far its scenario is', () => {
    const phase = findPhase(mission, [{ id: 'rosa', test_id: 'd' }]);
    assert.deepEqual(
      [phase?.scenario, phase?.scenarios],
      [{ name: 'Scenario 2', place: 2, tests: 3, run: 1 }, 2],
    );
  });

  it('is absent without tests', () => assert.equal(findPhase(missionOf([]), []), null));
});
