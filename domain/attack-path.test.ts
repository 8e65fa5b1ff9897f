import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCycle, findStops, rejoin, withoutCycles } from './attack-path.ts';
import type { LevelKey } from './outcomes.ts';

/** `b<a` reads: b follows a. */
const read = (text: string) =>
  text
    .split(' ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [test_id, follows_id] = pair.split('<') as [string, string];
      return { test_id, follows_id, condition: null };
    });

describe('a test that follows others', () => {
  const table: [edges: string, test: string, wanted: string, cycle: string | null][] = [
    ['', 'b', 'a', null],
    ['', 'a', 'a', 'a a'],
    ['b<a', 'a', 'b', 'a b a'],
    ['b<a c<b', 'a', 'c', 'a b c a'],
    ['b<a c<a d<b d<c', 'e', 'd', null],
    ['b<a c<a d<b d<c', 'a', 'd', 'a c d a'],
    // The edges of the test itself are replaced.
    ['a<b', 'b', 'a', 'b a b'],
    ['a<b', 'a', 'c', null],
    ['b<a', 'b', 'c', null],
  ];
  for (const [edges, test, wanted, cycle] of table) {
    it(`${test} after ${wanted}, beside ${edges || 'nothing'}: ${cycle ?? 'no cycle'}`, () => {
      const found = findCycle(read(edges), test, wanted.split(' '));
      assert.equal(found?.join(' ') ?? null, cycle);
    });
  }
});

describe('edges from elsewhere', () => {
  const table: [edges: string, kept: string][] = [
    ['', ''],
    ['b<a c<b', 'b<a c<b'],
    ['b<a b<a', 'b<a'],
    ['a<a b<a', 'b<a'],
    ['b<a c<b a<c', 'b<a c<b'],
    // Which edge of a cycle is left out is open; that one is, and no more, is not.
    ['b<a c<a d<b d<c a<d', 'b<a c<a d<c'],
  ];
  for (const [edges, kept] of table) {
    it(`of ${edges || 'nothing'} leave as many as ${kept || 'nothing'}`, () => {
      const found = withoutCycles(read(edges));
      assert.equal(found.length, read(kept).length);
      assert.deepEqual(withoutCycles(found), found);
    });
  }

  it('may be a chain of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => ({
      test_id: `${index + 1}`,
      follows_id: `${index}`,
    }));
    const closed = [...chain, { test_id: '0', follows_id: '20000' }];
    assert.equal(withoutCycles(closed).length, chain.length);
  });
});

describe('a test that comes back', () => {
  const table: [edges: string, former: string, kept: string][] = [
    ['', 'x<a b<x', 'x<a b<x'],
    ['b<a', 'x<a b<x', 'x<a b<x'],
    ['a<b', 'x<a b<x', 'x<a'],
    ['a<c c<b', 'x<a b<x d<x', 'x<a d<x'],
  ];
  for (const [edges, former, kept] of table) {
    it(`with ${former}, where there is ${edges || 'nothing'} now, gets ${kept}`, () => {
      assert.deepEqual(rejoin(read(edges), 'x', read(former)), read(kept));
    });
  }
});

describe('where the attack would have been stopped', () => {
  const classes: Record<string, LevelKey | null> = {
    P: 'prevented',
    A: 'alerted',
    L: 'logged',
    N: 'not_detected',
    '?': null,
  };
  // `aN` was run at the time of its place and is not detected; `a-` was not run.
  const table: [title: string, tests: string, edges: string, stops: string, unstopped: string][] = [
    ['nothing without an edge', 'aP bA', '', '', ''],
    ['the first of a chain, with what came after', 'aN bA cN dP', 'b<a c<b d<c', 'b:cd', ''],
    ['by time and not by order in the mission', 'cN bN aA', 'b<a c<b', 'a:cb', ''],
    ['what follows but was not run does not come after', 'aP b- cN', 'b<a c<b', 'a:c', ''],
    ['each branch by itself', 'aN bP cN dN', 'b<a c<a d<c', 'b:', 'd'],
    ['a join stops on neither way', 'aP bN cN', 'c<a c<b', 'a:c', 'c'],
    ['a log stops nothing', 'aL bL', 'b<a', '', 'b'],
    ['an open test stops nothing', 'a? bA', 'b<a', 'b:', ''],
    ['a branch that was not run has no end', 'a- b-', 'b<a', '', ''],
    ['an executed test before one that was not', 'aN b-', 'b<a', '', 'a'],
    ['a test that was not run stops nothing', 'aN b- cP', 'b<a c<b', 'c:', ''],
    ['a second stop lies behind the first', 'aP bP', 'b<a', 'a:b', ''],
    ['tests out of sight are left out', 'aN bA', 'b<a c<b', 'b:', ''],
  ];
  for (const [title, tests, edges, stops, unstopped] of table) {
    it(title, () => {
      const found = findStops(
        tests.split(' ').map((text, index) => ({
          id: text[0] as string,
          class: classes[text[1] as string] ?? null,
          was_run: text[1] !== '-',
          executed_at: `2026-11-29T10:0${index}:00.000Z`,
        })),
        read(edges),
      );
      const shown = found.stops.map(({ test_id, after }) => `${test_id}:${after.join('')}`).join(' ');
      assert.deepEqual([shown, found.unstopped.join(' ')], [stops, unstopped]);
    });
  }
});
