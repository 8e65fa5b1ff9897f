import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCounts } from './find-counts.ts';

const known = '{count, plural, one {# test is} other {# tests are}} pending';

describe('numbers before a word that has plural forms', () => {
  const table: [message: string, found: number][] = [
    ['{count} tests added', 1],
    ['{count, number} tests added', 1],
    ['{count} pending tests', 1],
    ['<b>{count} tests</b>', 1],
    ['{a, select, true {{count} tests} other {}}', 1],
    ['{count, plural, one {# test} other {# tests}} added', 0],
    ['{count} pending', 0],
    ['{name} are late', 0],
    ['{name}: tests', 0],
    ['{name} is one of the tests', 0],
  ];
  for (const [message, found] of table)
    it(message, () => assert.equal(findCounts({ room: { known, message } }).length, found));
});
