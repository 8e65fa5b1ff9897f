import assert from 'node:assert/strict';
import test from 'node:test';
import { countSecondsLeft } from './seconds-left.ts';

test('seconds are counted down below a minute and never go below zero', () => {
  const at = '2026-11-20T09:30:00.000Z';
  const table: [before: number, left: number | null][] = [
    [3_600_000, null],
    [59_001, null],
    [59_000, 59],
    [40_000, 40],
    [39_001, 40],
    [1, 1],
    [0, 0],
    [-5_000, 0],
  ];
  for (const [before, left] of table)
    assert.equal(countSecondsLeft(at, Date.parse(at) - before), left, `${before}`);
});
