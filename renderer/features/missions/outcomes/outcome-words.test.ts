import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWords } from '../../../words.ts';
import { describeParts, listParts } from './outcome-words.ts';

await loadWords('en', 'missions');

describe('the outcome of a mission in words', () => {
  const table: [Parameters<typeof listParts>[0], words: string][] = [
    [{ tests: { planned: 0, run: 0 }, levels: {} }, 'No tests yet'],
    [{ tests: { planned: 3, run: 0 }, levels: {} }, '3 not executed'],
    [{ tests: { planned: 3, run: 2 }, levels: {} }, '2 not judged, 1 not executed'],
    [
      { tests: { planned: 9, run: 7 }, levels: { not_detected: 2, prevented: 1, logged: 3 } },
      '1 prevented, 3 logged only, 2 missed, 1 not judged, 2 not executed',
    ],
  ];
  for (const [outcomes, words] of table) {
    it(words, () => assert.equal(describeParts(listParts(outcomes)), words));
  }
});
