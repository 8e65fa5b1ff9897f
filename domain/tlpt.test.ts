import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findEarliestEnd, listDeadlines, type TlptDay, tlptDays } from './tlpt.ts';

const blank = Object.fromEntries(tlptDays.map((day) => [day, null])) as Record<TlptDay, string | null>;

describe('deadlines of a threat-led penetration test', () => {
  const dueOf = (days: Partial<typeof blank>) =>
    listDeadlines({ ...blank, ...days }, '2026-06-01').map(({ key, due_on }) => [key, due_on]);

  it('are counted from the end of the active phase and from the notification', () => {
    assert.deepEqual(dueOf({ testing_end: '2026-03-02', notified_on: '2026-06-15' }), [
      ['red_report', '2026-03-30'],
      ['blue_report', '2026-05-11'],
      ['replay', '2026-05-11'],
      ['purple_teaming', '2026-05-11'],
      ['summary', '2026-08-10'],
      ['remediation_plan', '2026-08-10'],
    ]);
  });

  it('are open while the date they depend on is missing', () => {
    assert.deepEqual(
      listDeadlines(blank, '2026-06-01').map(({ due_on, state }) => [due_on, state]),
      Array.from({ length: 6 }, () => [null, 'open']),
    );
  });

  const table: [today: string, done: string | null, expected: string][] = [
    ['2026-03-29', null, 'open'],
    ['2026-03-30', null, 'open'],
    ['2026-03-31', null, 'late'],
    ['2026-03-31', '2026-03-30', 'done'],
    ['2026-03-31', '2026-04-10', 'done'],
  ];
  for (const [today, red_report_on, expected] of table) {
    it(`one of 30 March is ${expected} on ${today}, done on ${red_report_on}`, () => {
      const days = { ...blank, testing_end: '2026-03-02', red_report_on };
      assert.equal(listDeadlines(days, today)[0]?.state, expected);
    });
  }
});

describe('the active phase', () => {
  it('takes twelve weeks at least', () => {
    assert.equal(findEarliestEnd({ testing_start: '2026-01-05' }), '2026-03-30');
    assert.equal(findEarliestEnd({ testing_start: null }), null);
  });
});
