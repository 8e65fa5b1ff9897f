import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWords } from '../../../words.ts';
import { suggestTitle } from './remediation-words.ts';

await loadWords('en', 'missions');

describe('the title that a test suggests', () => {
  const table: [name: string, level: string | null, expected: string][] = [
    ['Dump LSASS', null, 'Dump LSASS'],
    ['Dump LSASS', 'not_detected', 'Dump LSASS: missed'],
    ['Dump LSASS', 'logged', 'Dump LSASS: logged, no alert'],
    ['Dump LSASS', 'alerted', 'Dump LSASS: detected, not prevented'],
    ['Dump LSASS', 'prevented', 'Dump LSASS: prevented'],
    ['Dump LSASS', 'a level of later', 'Dump LSASS'],
    ['x'.repeat(200), 'not_detected', `${'x'.repeat(192)}: missed`],
  ];
  for (const [name, key, expected] of table) {
    it(`${name.slice(0, 20)}, ${key ?? 'not judged'}`, () => {
      assert.equal(suggestTitle({ name, detection_level: key === null ? null : { key } }), expected);
    });
  }
});
