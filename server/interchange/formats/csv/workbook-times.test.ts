import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan } from '../../../../test/support/interchange/interchange.ts';
import { type Cell, workbook } from '../../../../test/support/interchange/workbook.ts';
import { csvReader } from './read.ts';

const day = 86_400;
/** 2 March 2026, in days of the 1900 and 1904 calendars. */
const [serial, serial1904] = [46_083, 46_083 - 1462];

async function readTimes(rows: Cell[][], { is1904 = false, heads = ['Name', 'Executed'] } = {}) {
  const file = workbook({ Plan: [heads, ...rows] }, {}, { is1904 });
  const plan = await readPlan(csvReader, fileOf('plan.xlsx', file));
  assert.deepEqual(plan.refused, []);
  return plan.missions[0]?.scenarios[0]?.tests.map(({ run }) => run.executed_at) ?? [];
}

const clock = (seconds: number) => new Date(Date.UTC(2026, 2, 2) + seconds * 1000).toISOString();
const minutes = Array.from({ length: 1440 }, (_, minute) => minute * 60);
/** Every 61 seconds, so that each second of a minute occurs. */
const seconds = Array.from({ length: Math.floor(day / 61) }, (_, index) => index * 61);

describe('a time of a workbook is right to the second', () => {
  const written: [name: string, write: (serial: number) => string][] = [
    ['as a program writes the number', String],
    ['with 15 digits', (value) => value.toPrecision(15)],
    ['with 10 decimals', (value) => value.toFixed(10)],
    ['cut off after 10 decimals', (value) => (Math.floor(value * 1e10) / 1e10).toFixed(10)],
    ['with an exponent', (value) => value.toExponential(15)],
  ];
  for (const [name, write] of written) {
    it(`${name}: every minute of a day`, async () => {
      const rows = minutes.map((at): Cell[] => [`at ${at}`, { v: write(serial + at / day), s: 1 }]);
      assert.deepEqual(await readTimes(rows), minutes.map(clock));
    });
  }

  it('at every second of a minute', async () => {
    const rows = seconds.map((at): Cell[] => [`at ${at}`, { v: String(serial + at / day), s: 1 }]);
    assert.deepEqual(await readTimes(rows), seconds.map(clock));
  });

  it('of the calendar of 1904', async () => {
    const rows = minutes.map((at): Cell[] => [`at ${at}`, { v: String(serial1904 + at / day), s: 1 }]);
    assert.deepEqual(await readTimes(rows, { is1904: true }), minutes.map(clock));
  });

  it('in a number that is not shown as a time', async () => {
    const rows = minutes.map((at): Cell[] => [`at ${at}`, { v: String(serial + at / day) }]);
    assert.deepEqual(await readTimes(rows), minutes.map(clock));
  });

  it('with its day in one column and its clock in another', async () => {
    const rows = minutes.map((at): Cell[] => [
      `at ${at}`,
      { v: String(serial), s: 1 },
      { v: String(at / day), s: 2 },
    ]);
    assert.deepEqual(await readTimes(rows, { heads: ['Name', 'Date', 'Time'] }), minutes.map(clock));
  });

  it('with thousandths of a second', async () => {
    const rows: Cell[][] = [['a', { v: String(serial + 3600.25 / day), s: 1 }]];
    assert.match((await readTimes(rows))[0] ?? '', /^2026-03-02T01:00:00\.(?:249|250)Z$/);
  });

  it('as a text, with the zone of its column', async () => {
    const rows: Cell[][] = [
      ['a', '2026-03-02 09:15'],
      ['b', '2 Mar 2026 9:15 AM'],
      ['c', '2026-03-02T09:15:00+01:00'],
      ['d', { v: String(serial + 33_300 / day), s: 1 }],
    ];
    assert.deepEqual(await readTimes(rows, { heads: ['Name', 'Execution Time (UTC+2)'] }), [
      '2026-03-02T07:15:00.000Z',
      '2026-03-02T07:15:00.000Z',
      '2026-03-02T08:15:00.000Z',
      '2026-03-02T07:15:00.000Z',
    ]);
  });
});

it('a workbook that begins with a cover is read by the sheet that has a table', async () => {
  const table: Cell[][] = [
    ['Exercise of March', '', ''],
    ['Test Name', 'ATT&CK ID', 'Description'],
    ['a', 'T1078', 'b'],
  ];
  const file = workbook({ Cover: [['Purple team'], ['Read me']], Empty: [], Plan: table });
  const plan = await readPlan(csvReader, fileOf('plan.xlsx', file));
  assert.deepEqual(plan.asks?.sheets, ['Plan', 'Cover', 'Empty']);
  assert.deepEqual(
    plan.templates.map(({ row, name }) => [row, name]),
    [['row 3', 'a']],
  );
});
