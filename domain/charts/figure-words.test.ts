import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english as language } from '../../server/words.ts';
import { describeDuration, describeRate, describeReasons, describeTimes } from './figure-words.ts';

describe('a rate in words', () => {
  const table: [n: number, N: number, words: string][] = [
    [0, 0, 'not known'],
    [2, 4, '2 of 4'],
    [2, 9, '2 of 9'],
    [4, 10, '4 of 10 (40 %)'],
    [13, 20, '13 of 20 (65 %)'],
    [1, 3000, '1 of 3,000 (0 %)'],
  ];
  for (const [n, N, words] of table) it(words, () => assert.equal(describeRate({ n, N }, language), words));
});

describe('a duration in words', () => {
  const table: [seconds: number, words: string][] = [
    [0, '0 s'],
    [0.4, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [61, '1 min 1 s'],
    [3600, '1 h'],
    [3601, '1 h 0 min 1 s'],
    [3661.9, '1 h 1 min 1 s'],
    [86_400, '1 d'],
    [90_000, '1 d 1 h'],
  ];
  for (const [seconds, words] of table)
    it(`${seconds} is ${words}`, () => assert.equal(describeDuration(seconds, language), words));
});

describe('a gap in words', () => {
  const spring = { id: 'spring', name: 'Spring\u202e' };
  const table: [...Parameters<typeof describeReasons>, words: string][] = [
    [{ reasons: ['worse'], worse_than: spring }, language, 'The result is worse than in Spring[U+202E].'],
    [{ reasons: ['worse'], worse_than: null }, language, 'The result is worse than before.'],
    [{ reasons: ['worse'] }, language, 'The result is worse than before.'],
    [
      { reasons: ['missed', 'succeeded_unseen', 'worse'], worse_than: spring },
      language,
      'The attack succeeded and nothing detected it. The result is worse than in Spring[U+202E].',
    ],
  ];
  for (const [gap, of, words] of table) it(words, () => assert.equal(describeReasons(gap, of), words));
});

describe('times in words', () => {
  const none = { median_s: null, p90_s: null, n: 0, without: 0 };
  it('are absent where nothing was detected', () => assert.equal(describeTimes(none, language), null));
  it('count tests without a time', () =>
    assert.equal(describeTimes({ ...none, without: 2 }, language), '2 without a time'));
  it('show a single time as it is', () =>
    assert.equal(describeTimes({ median_s: 95, p90_s: 95, n: 1, without: 0 }, language), '1 min 35 s, once'));
  it('show the median, the 90th percentile and the number of tests', () =>
    assert.equal(
      describeTimes({ median_s: 600, p90_s: 7200, n: 11, without: 2 }, language),
      'median 10 min, 90th percentile 2 h, 11 tests, 2 without a time',
    ));
});
