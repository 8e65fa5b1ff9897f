import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DateOrder, findDateOrder, LooseTimes, readLooseTime } from './loose-times.ts';

const read: [text: string, at: string | null, hasZone?: boolean, order?: DateOrder][] = [
  ['2026-11-23T08:15:30.250Z', '2026-11-23T08:15:30.250Z', true],
  ['2026-11-23 08:15:30.123456', '2026-11-23T08:15:30.123Z', false],
  ['2026-11-23T08:15', '2026-11-23T08:15:00.000Z', false],
  ['2026-11-23 08:15:30+02:00', '2026-11-23T06:15:30.000Z', true],
  ['2026-02-30 08:15:30', null],
  ['1484644825930', '2017-01-17T09:20:25.930Z', true],
  ['1484644825', '2017-01-17T09:20:25.000Z', true],
  ['1484644825.93', '2017-01-17T09:20:25.930Z', true],
  ['1484644825930123', '2017-01-17T09:20:25.930Z', true],
  ['202004171657045', null],
  ['20200417165704', null],
  ['1.48464E+12', null],
  ['45306.375', '2024-01-15T09:00:00.000Z', false],
  ['45306.3784722222', '2024-01-15T09:05:00.000Z', false],
  ['42', null],
  ['15.01.2024 09:05', '2024-01-15T09:05:00.000Z', false],
  ['01.02.2024', '2024-02-01T00:00:00.000Z', false],
  ['15/01/2024 09:05:07', '2024-01-15T09:05:07.000Z', false],
  ['1/15/2024 9:05:07 PM', '2024-01-15T21:05:07.000Z', false],
  ['1/15/2024 12:05 AM', '2024-01-15T00:05:00.000Z', false],
  ['1/15/2024 13:05 PM', null],
  ['1/15/24 9:05', '2024-01-15T09:05:00.000Z', false],
  ['1/2/2024 9:05', null],
  ['1/2/2024 9:05', '2024-02-01T09:05:00.000Z', false, 'day'],
  ['1/2/2024 9:05', '2024-01-02T09:05:00.000Z', false, 'month'],
  ['2/2/2024', '2024-02-02T00:00:00.000Z', false],
  ['13/13/2024', null],
  ['1/15/2024 25:05', null],
  ['yesterday', null],
  ['2026-03-02 9:15', '2026-03-02T09:15:00.000Z', false],
  ['2026-3-2, 9:15:07 PM', '2026-03-02T21:15:07.000Z', false],
  ['2026/03/02 09:15:07.250', '2026-03-02T09:15:07.250Z', false],
  ['2026.03.02 09:15', '2026-03-02T09:15:00.000Z', false],
  ['2 Mar 2026 09:15', '2026-03-02T09:15:00.000Z', false],
  ['02-Mar-2026 09:15:07', '2026-03-02T09:15:07.000Z', false],
  ['Mar 2, 2026, 9:15 PM', '2026-03-02T21:15:00.000Z', false],
  ['March 2nd 2026', '2026-03-02T00:00:00.000Z', false],
  ['Mon, 02 Mar 2026 09:15:00 +0100', '2026-03-02T08:15:00.000Z', true],
  ['2026-03-02 09:15 CET', '2026-03-02T08:15:00.000Z', true],
  ['2026-07-02 09:15 (UTC+2)', '2026-07-02T07:15:00.000Z', true],
  ['2026-07-02T09:15:00[Europe/Berlin]', '2026-07-02T07:15:00.000Z', true],
  ['02.03.2026 09:15 EST', '2026-03-02T14:15:00.000Z', true],
  ['2026-03-02 09:15 XYZ', null],
  ['2 Foo 2026', null],
  ['31 Feb 2026', null],
  ['0900-01-01', null],
  ['9999999999999999999', null],
];

describe('readLooseTime', () => {
  for (const [text, at, hasZone, order] of read) {
    it(`reads ${JSON.stringify(text)}${order ? ` with the ${order} first` : ''}`, () => {
      assert.deepEqual(readLooseTime(text, order ?? null), at === null ? null : { at, hasZone });
    });
  }
});

it('keeps a value that is no time as text, and reports how it read times', () => {
  const leftover: string[] = [];
  const times = new LooseTimes();
  for (const text of ['', ' ', 'None', 'null', 'N/A', '-', '0', null])
    assert.equal(times.read(text, 'Start', leftover), null);
  assert.equal(times.read('2026-11-23T08:15:30Z', 'Start', leftover), '2026-11-23T08:15:30.000Z');
  assert.deepEqual([leftover, times.notes], [[], []]);
  assert.equal(times.read('2026-11-23 08:15', 'Start', leftover), '2026-11-23T08:15:00.000Z');
  assert.equal(times.read('later', 'End', leftover), null);
  assert.deepEqual(leftover, ['End: later']);
  assert.deepEqual(times.notes, [
    'Times without a time zone were read as UTC.',
    'Some times could not be read: they are kept as text with the test that they belong to.',
  ]);
});

it('decides between day-first and month-first by unambiguous dates', () => {
  assert.equal(findDateOrder(['1/2/2024', '', '15/2/2024 08:00']), 'day');
  assert.equal(findDateOrder(['1/2/2024', '2/15/2024']), 'month');
  assert.equal(findDateOrder(['1/2/2024', '15.2.2024', '2024-02-15']), null);
});

const columns: [zone: string | null, at: string][] = [
  ['+00:00', '2026-03-29T09:15:00.000Z'],
  ['+02:00', '2026-03-29T07:15:00.000Z'],
  ['-05:00', '2026-03-29T14:15:00.000Z'],
  ['Europe/Berlin', '2026-03-29T07:15:00.000Z'],
  ['America/New_York', '2026-03-29T13:15:00.000Z'],
  ['local', '2026-03-29T09:15:00.000Z'],
  [null, '2026-03-29T09:15:00.000Z'],
];
for (const [zone, at] of columns) {
  it(`reads a time without a zone in a column of ${zone ?? 'none'}, and a time with one as it is`, () => {
    const times = new LooseTimes();
    assert.equal(times.read('2026-03-29 09:15', 'Start', [], zone), at);
    assert.equal(times.notes.length, zone === null || zone === 'local' ? 1 : 0);
    assert.equal(times.read('2026-03-29T09:15:00Z', 'Start', [], zone), '2026-03-29T09:15:00.000Z');
  });
}
