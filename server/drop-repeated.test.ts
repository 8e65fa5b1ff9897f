import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dropRepeated } from './drop-repeated.ts';

describe('lists without repeated values', () => {
  const lists: [string[], string[]][] = [
    [[], []],
    [['a'], ['a']],
    [
      ['b', 'a', 'b', 'c', 'a'],
      ['b', 'a', 'c'],
    ],
    [
      ['a', 'A', 'á', 'a\u0301'],
      ['a', 'A', 'á', 'a\u0301'],
    ],
  ];
  for (const [given, kept] of lists) {
    it(`keeps the first of each value in ${JSON.stringify(given)}`, () =>
      assert.deepEqual(dropRepeated(given), kept));
  }
});
