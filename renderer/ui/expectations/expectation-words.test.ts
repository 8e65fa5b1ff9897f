import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWords } from '../../words.ts';
import { describeExpectation, toMinutes, toSeconds } from './expectation-words.ts';

await loadWords('en', 'missions');

const bare = { severity: null, within_seconds: null };

describe('an expectation in words', () => {
  const table: [Parameters<typeof describeExpectation>[0], tools: string[], words: string][] = [
    [{ result: 'yes', ...bare }, [], 'Yes'],
    [
      { result: 'yes', severity: 'high', within_seconds: 300 },
      ['Falcon', 'Zeek'],
      'Yes, at least high, within 5 min, by Falcon or Zeek',
    ],
  ];
  for (const [expectation, tools, words] of table) {
    const named = tools.map((name) => ({ name }));
    it(words, () => assert.equal(describeExpectation(expectation, named), words));
  }
});

describe('minutes of a field', () => {
  const table: [minutes: number | string, seconds: number | null][] = [
    [5, 300],
    [0.5, 30],
    [0.001, 1],
    [0, null],
    ['', null],
    ['-', null],
  ];
  for (const [minutes, seconds] of table) {
    it(`${JSON.stringify(minutes)}: ${seconds}`, () => assert.equal(toSeconds(minutes), seconds));
  }

  it('show seconds that are no whole minute', () => {
    assert.deepEqual([300, 90, 100, null].map(toMinutes), [5, 1.5, 1.67, '']);
  });
});
