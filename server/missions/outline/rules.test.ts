import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DomainError } from '../../errors.ts';
import { refuseWrongOrder, toLabels } from './rules.ts';

describe('an order', () => {
  const present = new Set(['a', 'b', 'c']);
  const table: [wanted: string[], refused: [path: string, message: string][] | null][] = [
    [['a', 'b', 'c'], null],
    [['c', 'a', 'b'], null],
    [['a', 'b'], [['test_ids', 'leaves out 1 of 3']]],
    [[], [['test_ids', 'leaves out 3 of 3']]],
    [['a', 'b', 'b'], [['test_ids.2', 'is named twice']]],
    [
      ['x', 'a', 'y'],
      [
        ['test_ids.0', 'there is no test with the id x'],
        ['test_ids.2', 'there is no test with the id y'],
      ],
    ],
    [['a', 'b', 'c', 'c'], [['test_ids.3', 'is named twice']]],
  ];
  for (const [wanted, refused] of table) {
    it(`of ${wanted.join(', ') || 'nothing'} is ${refused === null ? 'taken' : 'refused'}`, () => {
      const judge = () => refuseWrongOrder(wanted, present, 'test_ids', 'test');
      if (refused === null) return judge();
      assert.throws(judge, (error: DomainError) => {
        assert.equal(error.code, 'invalid');
        assert.deepEqual(
          error.errors?.map(({ path, message }) => [path, message]),
          refused,
        );
        return true;
      });
    });
  }
});

describe('names of the history in their order', () => {
  it('lists their names and distinguishes equal ones', () => {
    const items = [
      { id: '0000-111111', name: 'Scan' },
      { id: '0000-222222', name: 'Dump' },
      { id: '0000-333333', name: 'Scan' },
    ];
    assert.deepEqual(toLabels(items), ['Scan (111111)', 'Dump', 'Scan (333333)']);
  });
});
