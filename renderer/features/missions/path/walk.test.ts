import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { walk } from './walk.ts';

describe('the keys in a drawn path', () => {
  // a leads to b and c, both to d.
  const places = [
    { key: 'a', x: 100, y: 0 },
    { key: 'b', x: 0, y: 100 },
    { key: 'c', x: 150, y: 100 },
    { key: 'd', x: 100, y: 200 },
  ];
  const edges = ['b<a', 'c<a', 'd<b', 'd<c'].map((pair) => {
    const [test_id, follows_id] = pair.split('<') as [string, string];
    return { test_id, follows_id, condition: null };
  });
  const table: [from: string, key: string, to: string | null][] = [
    ['a', 'ArrowDown', 'c'],
    ['b', 'ArrowDown', 'd'],
    ['d', 'ArrowDown', null],
    ['d', 'ArrowUp', 'c'],
    ['b', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', null],
    ['b', 'ArrowRight', 'c'],
    ['c', 'ArrowLeft', 'b'],
    ['a', 'ArrowRight', null],
    ['c', 'Home', 'a'],
    ['a', 'End', 'd'],
    ['a', 'Enter', null],
    ['elsewhere', 'ArrowDown', null],
  ];
  for (const [from, key, to] of table) {
    it(`${key} from ${from} leads to ${to ?? 'nothing'}`, () => {
      assert.equal(walk(places, edges, from, key), to);
    });
  }
});
