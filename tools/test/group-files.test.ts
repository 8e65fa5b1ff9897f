import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupFiles } from './group-files.ts';

describe('test files, longest first,', () => {
  const table: [files: Record<string, number>, most: number, groups: string[][]][] = [
    [{}, 40, []],
    [
      { a: 30, b: 20, c: 10, d: 5 },
      40,
      [
        ['a', 'c'],
        ['b', 'd'],
      ],
    ],
    [{ a: 90, b: 3, c: 3 }, 40, [['a'], ['b', 'c']]],
    [{ a: 9, b: 3 }, 0, [['a'], ['b']]],
  ];
  for (const [files, most, groups] of table) {
    it(`of ${Object.values(files)} seconds share processes of at most ${most}`, () => {
      const expected = (file: string) => files[file] ?? 0;
      assert.deepEqual(groupFiles(Object.keys(files), { expected, most }), groups);
    });
  }
});
