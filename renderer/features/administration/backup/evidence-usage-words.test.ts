import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadWords } from '../../../words.ts';
import { describeQuotas, formatMebibytes, isNearlyFull } from './evidence-usage-words.ts';

await loadWords('en', 'administration');

const mebibyte = 1024 * 1024;

describe('words of the panel of evidence', () => {
  for (const [bytes, words] of [
    [0, '0 MiB'],
    [1, 'under 0.1 MiB'],
    [mebibyte / 2, '0.5 MiB'],
    [mebibyte, '1 MiB'],
    [24.4 * mebibyte, '24 MiB'],
    [2048 * mebibyte, '2,048 MiB'],
  ] as const) {
    test(`${bytes} bytes are ${words}`, () => assert.equal(formatMebibytes(bytes), words));
  }

  for (const [mission, person, words] of [
    [null, null, 'No limit is set: evidence can use the whole disk.'],
    [mebibyte, null, 'Limits: 1 MiB of evidence per mission or engagement, none per person.'],
    [null, mebibyte, 'Limits: 1 MiB of evidence per person, none per mission or engagement.'],
    [mebibyte, 2 * mebibyte, 'Limits: 1 MiB of evidence per mission or engagement, 2 MiB per person.'],
  ] as const) {
    test(`quotas of ${mission} and ${person}`, () =>
      assert.equal(
        describeQuotas({ mission, person }),
        `${words} Evidence of deleted missions is included.`,
      ));
  }

  test('nearly full storage', () => {
    assert.equal(isNearlyFull(mebibyte, null), false);
    assert.equal(isNearlyFull(0.89 * mebibyte, mebibyte), false);
    assert.equal(isNearlyFull(0.9 * mebibyte, mebibyte), true);
  });
});
