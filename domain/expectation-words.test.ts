import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english } from '../server/words.ts';
import { describeExpected } from './expectation-words.ts';

const bare = { severity: null, within_seconds: null };

describe('expected outcomes in words', () => {
  const table: [Parameters<typeof describeExpected>[0], words: string][] = [
    [{ result: 'yes', ...bare }, 'Yes'],
    [{ result: 'no', ...bare }, 'No'],
    [{ result: 'any', ...bare }, 'Any known result'],
    [{ result: 'yes', severity: 'high', within_seconds: 300 }, 'Yes, at least high, within 5 min'],
    [{ result: 'yes', severity: null, within_seconds: 0 }, 'Yes, within 0 s'],
    [{ result: 'yes', severity: null, within_seconds: 45 }, 'Yes, within 45 s'],
    [{ result: 'yes', severity: null, within_seconds: 90 }, 'Yes, within 1 min 30 s'],
    [{ result: 'yes', severity: null, within_seconds: 5400 }, 'Yes, within 1 h 30 min'],
    [{ result: 'yes', severity: null, within_seconds: 86_460 }, 'Yes, within 1 d 0 h 1 min'],
  ];
  for (const [expected, words] of table)
    it(words, () => assert.equal(describeExpected(expected, english), words));
});
