import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from './events.ts';
import type { Phase } from './phases.ts';
import { Proofs } from './proofs.ts';

const file = 'test/api/made-up.test.ts';
type Ran = Pick<Phase, 'leavesOut'> & { tests: Record<string, Outcome> };
const stories = 'all but stories' as const;

describe('a run against the ledger', () => {
  const table: [what: string, ran: Ran[], name: string, isProven: boolean][] = [
    ['a test that passed', [{ tests: { 'a › b': 'passed' } }], 'a › b', true],
    ['a test that passed when it was tried again', [{ tests: { 'a › b': 'flaky' } }], 'a › b', true],
    ['a test that failed', [{ tests: { 'a › b': 'failed' } }], 'a › b', false],
    ['a test that was skipped', [{ tests: { 'a › b': 'skipped' } }], 'a › b', false],
    ['a test that is not there any more', [{ tests: { 'a › c': 'passed' } }], 'a › b', false],
    ['a file that did not run', [], 'a › b', true],
    [
      'all rows of a table',
      [{ tests: { 'a › 1 is 2': 'passed', 'a › 2 is 3': 'passed' } }],
      'a › * is *',
      true,
    ],
    [
      'a row that failed',
      [{ tests: { 'a › 1 is 2': 'passed', 'a › 2 is 3': 'failed' } }],
      'a › * is *',
      false,
    ],
    ['a table without rows', [{ tests: { b: 'passed' } }], 'a › * is *', false],
    ['a part of a file alone', [{ leavesOut: stories, tests: { b: 'passed' } }], 'a', true],
    [
      'both parts of a file',
      [
        { leavesOut: stories, tests: { b: 'passed' } },
        { leavesOut: 'stories and what runs nightly', tests: { c: 'passed' } },
      ],
      'a',
      false,
    ],
    [
      'a test that one phase skipped and another ran',
      [{ tests: { a: 'passed' } }, { leavesOut: 'what looks into SQLite’s file', tests: { a: 'skipped' } }],
      'a',
      true,
    ],
    [
      'a test that passed in one phase and failed in another',
      [{ tests: { a: 'passed' } }, { tests: { a: 'failed' } }],
      'a',
      false,
    ],
  ];
  for (const [what, ran, name, isProven] of table) {
    it(`${isProven ? 'takes' : 'names the rule of'} ${what}`, () => {
      const proofs = new Proofs();
      for (const { tests, ...phase } of ran) {
        const results = Object.entries(tests).map(([name, outcome]) => ({ name, outcome }));
        proofs.take(phase, [file], new Map([[file, results]]));
      }
      const why = `not seen to pass: ${file} › ${name}`;
      const unproven = proofs.listUnproven([{ rule: 'r', tests: { [file]: [name] } }]);
      assert.deepEqual(unproven, isProven ? [] : [{ rule: 'r', why }]);
    });
  }
});
