import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PathEdge } from './attack-path.ts';
import { cutPath } from './path-parts.ts';

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const follow = (test: number, follows: number): PathEdge => ({
  test_id: `t${test}`,
  follows_id: `t${follows}`,
  condition: null,
});
const chain = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => follow(from + index + 1, from + index));
const tell = (parts: PathEdge[][]) =>
  parts.map((edges) => edges.map(({ test_id, follows_id }) => `${follows_id}>${test_id}`).join(' '));

describe('a path cut into parts', () => {
  const cases: [what: string, tests: number, edges: PathEdge[], most: number, parts: string[]][] = [
    ['none without edges', 3, [], 2, []],
    ['one while it fits', 3, chain(0, 2), 3, ['t0>t1 t1>t2']],
    [
      'tests that hang together stay together',
      5,
      [...chain(0, 1), ...chain(2, 4)],
      3,
      ['t0>t1', 't2>t3 t3>t4'],
    ],
    ['small groups share a part', 4, [...chain(0, 1), ...chain(2, 3)], 4, ['t0>t1 t2>t3']],
    ['tests without edges are left out', 6, [...chain(0, 1), ...chain(4, 5)], 4, ['t0>t1 t4>t5']],
    ['a long chain is cut', 5, chain(0, 4), 2, ['t0>t1', 't1>t2 t2>t3', 't3>t4']],
    [
      'a wide one is cut from step to step',
      5,
      [follow(1, 0), follow(2, 0), follow(3, 0), follow(4, 1)],
      3,
      ['t0>t1 t0>t2', 't0>t3 t1>t4'],
    ],
  ];
  for (const [what, tests, edges, most, parts] of cases) {
    it(what, () => assert.deepEqual(tell(cutPath(idsTo(tests), edges, most)), parts));
  }

  it('keeps each edge once, and few tests in a part', () => {
    const edges = Array.from({ length: 499 }, (_, index) => follow(index + 1, Math.floor(index / 3)));
    const parts = cutPath(idsTo(500), edges, 40);
    assert.deepEqual(new Set(parts.flat()), new Set(edges));
    assert.equal(parts.flat().length, edges.length);
    for (const part of parts) {
      const drawn = new Set(part.flatMap(({ test_id, follows_id }) => [test_id, follows_id]));
      assert.ok(drawn.size <= 60, `${drawn.size} tests`);
    }
  });
});
