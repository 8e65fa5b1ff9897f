import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sample } from './support/sample.ts';

describe('a sample of a table', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const seeds = ['123450', '123451', '123452'];

  it('has one row in three, and every row in the end', () => {
    const taken = seeds.map((seed) => sample(rows, 3, seed));
    assert.deepEqual(taken, [
      ['a', 'd', 'g'],
      ['b', 'e'],
      ['c', 'f'],
    ]);
  });

  it('has a row of every table that has one', () => {
    for (const seed of seeds) assert.equal(sample(['a', 'b'], 5, seed).length, 1);
    assert.deepEqual(sample([], 3, '123450'), []);
  });

  it('is everything without a seed', () => {
    assert.deepEqual(sample(rows, 3, null), rows);
  });
});
