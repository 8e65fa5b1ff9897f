import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Brief } from './outcomes.ts';
import {
  compareDelays,
  compareRuns,
  isUntouched,
  type RunChange,
  type RunResult,
  type WrittenRun,
} from './runs.ts';
import { blankFields, recordFields } from './test-record.ts';

const run = (
  rank: number | null,
  outcome: Brief | null = null,
  status: RunResult['status'] = 'executed',
): RunResult => ({ status, rank, outcome });

describe('the change of a test from its first run to its last', () => {
  const table: [what: string, first: RunResult, last: RunResult, change: RunChange][] = [
    ['a higher level', run(0), run(2), 'improved'],
    ['a lower level', run(3), run(1, null, 'reviewed_by_blue'), 'worse'],
    ['the same level', run(2), run(2), 'same'],
    ['no level yet', run(2), run(null), 'open'],
    ['nothing known of the first', run(null), run(3), 'open'],
    ['a run that is not executed', run(0), run(3, null, 'pending'), 'open'],
    ['a run that is blocked', run(0), run(3, null, 'blocked'), 'open'],
    ['a level over facts', run(1, { responded: 'yes' }), run(2, { responded: 'no' }), 'improved'],
    [
      'facts where the level is the same',
      run(2, { alerted: 'partial' }),
      run(2, { alerted: 'yes' }),
      'improved',
    ],
    [
      'the first kind that differs',
      run(2, { prevented: 'no', alerted: 'yes' }),
      run(2, { prevented: 'partial', alerted: 'no' }),
      'improved',
    ],
    ['facts alone', run(null, { logged: 'yes' }), run(null, { logged: 'no' }), 'worse'],
    ['the same facts', run(null, { logged: 'no' }), run(null, { logged: 'no' }), 'same'],
    ['what was not tested', run(null, { logged: 'no' }), run(null, { logged: 'not_tested' }), 'open'],
    ['what does not apply', run(null, { logged: 'not_applicable' }), run(null, { logged: 'yes' }), 'open'],
    ['other kinds', run(null, { logged: 'no' }), run(null, { alerted: 'yes' }), 'open'],
  ];
  for (const [what, first, last, change] of table) {
    it(`${what}: ${change}`, () => assert.equal(compareRuns(first, last), change));
  }

  it('detects better the sooner it does', () => {
    assert.equal(compareDelays(60_000, 5_000), 'improved');
    assert.equal(compareDelays(5_000, 60_000), 'worse');
    assert.equal(compareDelays(null, 5_000), 'open');
  });
});

describe('whether nothing was written in a run', () => {
  const untouched: WrittenRun = {
    ...blankFields(recordFields),
    status: 'pending',
    has_facts: false,
    evidence_count: 0,
  };
  it('is true for a new run', () => assert.ok(isUntouched(untouched)));
  it('is true once a text was emptied again', () => assert.ok(isUntouched({ ...untouched, output: '' })));
  const touches: Partial<WrittenRun>[] = [
    { status: 'skipped' },
    { has_facts: true },
    { evidence_count: 1 },
    ...recordFields.map((field) => ({ [field]: 'x' })),
  ];
  for (const touch of touches) {
    it(`is false with ${JSON.stringify(touch)}`, () => assert.ok(!isUntouched({ ...untouched, ...touch })));
  }
});
