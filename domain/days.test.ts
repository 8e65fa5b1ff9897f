import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addDays } from './days.ts';

it('days are counted over a change of the clock and of the year', () => {
  assert.equal(addDays('2026-10-20', 7 * 12), '2027-01-12');
});
