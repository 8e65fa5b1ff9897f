import assert from 'node:assert/strict';
import test from 'node:test';
import { loadWords } from '../../words.ts';
import { tellAge } from './age.ts';

await loadWords('en');

test('an age is written in its largest unit', () => {
  const since = '2026-11-20T09:30:00.000Z';
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  for (const [past, told] of [
    [-hour, 'just now'],
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 min'],
    [hour - 1, '59 min'],
    [hour, '1 h'],
    [day - 1, '23 h'],
    [day, '1 d'],
    [400 * day, '400 d'],
  ] as const) {
    assert.equal(tellAge(since, Date.parse(since) + past), told, String(past));
  }
});
