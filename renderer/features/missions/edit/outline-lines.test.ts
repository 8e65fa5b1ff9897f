import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mission } from '../../../../server/missions/contract.ts';
import { placeInMission, removeFromMission } from '../../../api/missions/patch-outline.ts';
import { findTestLanding, findTestStep, listOutlineLines, orderWith } from './outline-lines.ts';

/** Scenarios by their tests: `ab` has the tests `a` and `b`. */
function missionOf(...scenarios: string[]): Mission {
  const counts = { tests: scenarios.join('').length, pending: scenarios.join('').length };
  return {
    counts,
    scenarios: scenarios.map((tests, place) => ({
      id: `s${place}`,
      position: place,
      tests: [...tests].map((id, position) => ({
        id,
        position,
        scenario_id: `s${place}`,
        status: 'pending',
      })),
    })),
  } as never;
}

const shown = ({ scenarios }: Mission) =>
  scenarios.map(({ tests }) => tests.map(({ id, position }) => `${id}${position}`).join(' '));
const testOf = (mission: Mission, id: string) =>
  mission.scenarios.flatMap(({ tests }) => tests).find((test) => test.id === id)!;

describe('a test that is dropped', () => {
  const table: [test: string, line: string, half: 'upper' | 'lower', shown: string[]][] = [
    ['a', 'b', 'lower', ['b0 a1 c2', 'd0 e1', '']],
    ['a', 'c', 'lower', ['b0 c1 a2', 'd0 e1', '']],
    ['a', 'c', 'upper', ['b0 a1 c2', 'd0 e1', '']],
    ['c', 'a', 'upper', ['c0 a1 b2', 'd0 e1', '']],
    ['a', 'b', 'upper', ['a0 b1 c2', 'd0 e1', '']],
    ['a', 'a', 'lower', ['a0 b1 c2', 'd0 e1', '']],
    ['a', 'e', 'upper', ['b0 c1', 'd0 a1 e2', '']],
    ['a', 'e', 'lower', ['b0 c1', 'd0 e1 a2', '']],
    ['e', 's0', 'lower', ['e0 a1 b2 c3', 'd0', '']],
    ['e', 's2', 'upper', ['a0 b1 c2', 'd0', 'e0']],
    ['a', 'add s1', 'upper', ['b0 c1', 'd0 e1 a2', '']],
    ['c', 'add s0', 'upper', ['a0 b1 c2', 'd0 e1', '']],
  ];
  for (const [id, key, half, expected] of table) {
    it(`as ${id} on the ${half} half of ${key} stands there`, () => {
      const mission = missionOf('abc', 'de', '');
      const line = listOutlineLines(mission, new Set()).find((one) => one.key === key)!;
      const place = findTestLanding(testOf(mission, id), line, half);
      assert.deepEqual(shown(place === null ? mission : placeInMission(mission, id, place)), expected);
    });
  }
});

describe('a test that the server has placed', () => {
  it('stands once, also when it says its new scenario before it is there', () => {
    const mission = missionOf('abc', 'de');
    const place = { scenario_id: 's1' };
    const answered = {
      ...mission,
      scenarios: mission.scenarios.map((scenario) => ({
        ...scenario,
        tests: scenario.tests.map((test) => (test.id === 'a' ? { ...test, ...place } : test)),
      })),
    };
    assert.deepEqual(shown(placeInMission(answered, 'a', place)), ['b0 c1', 'd0 e1 a2']);
  });
});

describe('a test that goes a step', () => {
  const table: [test: string, by: -1 | 1, shown: string[] | null][] = [
    ['a', -1, null],
    ['a', 1, ['b0 a1', '', 'c0']],
    ['b', 1, ['a0', 'b0', 'c0']],
    ['c', -1, ['a0 b1', 'c0', '']],
    ['c', 1, null],
  ];
  for (const [id, by, expected] of table) {
    it(`${id} ${by === 1 ? 'down' : 'up'}`, () => {
      const mission = missionOf('ab', '', 'c');
      const place = findTestStep(mission, testOf(mission, id), by);
      assert.deepEqual(place && shown(placeInMission(mission, id, place)), expected);
    });
  }
});

it('of a folded scenario its name alone is a line', () => {
  const lines = listOutlineLines(missionOf('ab', 'c'), new Set(['s0']));
  assert.deepEqual(
    lines.map(({ key }) => key),
    ['s0', 's1', 'c', 'add s1'],
  );
});

it('scenarios are put where they are wanted', () => {
  const { scenarios } = missionOf('', '', '');
  assert.deepEqual(orderWith(scenarios, 's0', 2), ['s1', 's2', 's0']);
  assert.deepEqual(orderWith(scenarios, 's2', -1), ['s2', 's0', 's1']);
});

it('a mission counts its tests without the removed one', () => {
  const mission = removeFromMission(missionOf('abc'), 'b');
  assert.deepEqual([shown(mission), mission.counts.tests, mission.counts.pending], [['a0 c1'], 2, 2]);
});
