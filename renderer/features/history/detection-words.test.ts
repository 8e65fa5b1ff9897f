import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadWords } from '../../words.ts';
import { describeDetection, isMiss } from './detection-words.ts';

await loadWords('en', 'history');

describe('an answer about a detection', () => {
  for (const [verb, kind, result, said] of [
    ['created', 'alerted', 'yes', null],
    ['created', 'logged', 'partial', null],
    ['deleted', 'logged', 'yes', null],
    ['created', 'alerted', 'no', 'recorded as not alerted'],
    ['created', 'prevented', 'no', 'recorded as not prevented'],
    ['created', 'responded', 'no', 'recorded as not responded to'],
    ['created', 'logged', 'not_tested', 'recorded as not tested: logged'],
    ['created', 'logged', 'not_applicable', 'recorded as not applicable: logged'],
    ['deleted', 'logged', 'no', 'removed “Logged: No”'],
  ] as const) {
    test(`${kind} ${result}, ${verb}, reads ${said ?? 'as a detection'}`, () => {
      assert.equal(describeDetection(verb, { kind, result }), said);
    });
  }

  test('is a miss only if nothing was seen and both questions are answered', () => {
    assert.equal(isMiss([{ kind: 'alerted', result: 'no' }]), false);
    assert.equal(
      isMiss([
        { kind: 'alerted', result: 'no' },
        { kind: 'logged', result: 'no' },
      ]),
      true,
    );
    assert.equal(
      isMiss([
        { kind: 'alerted', result: 'no' },
        { kind: 'logged', result: 'yes' },
      ]),
      false,
    );
  });
});
