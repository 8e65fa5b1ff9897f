import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refuseInvertedDates } from './dates.ts';
import type { DomainError } from './errors.ts';
import { calendarDate, instant, timestamp } from './fields.ts';

describe('the order of two dates', () => {
  const rows: [start: string | null, end: string | null, refused: boolean][] = [
    [null, null, false],
    ['2026-01-02', null, false],
    [null, '2026-01-02', false],
    ['2026-01-02', '2026-01-02', false],
    ['2026-01-02', '2026-01-03', false],
    ['2026-09-30', '2026-10-01', false],
    ['2026-01-02', '2026-01-01', true],
    ['2027-01-01', '2026-12-31', true],
  ];
  for (const [start, end, refused] of rows) {
    it(`${refused ? 'refuses' : 'takes'} ${start} to ${end}`, () => {
      const judge = () => refuseInvertedDates(start, end);
      if (!refused) return judge();
      assert.throws(judge, ({ code, errors }: DomainError) => {
        return code === 'invalid' && errors?.[0]?.path === 'end_date';
      });
    });
  }
});

describe('a moment', () => {
  const taken: [given: string, kept: string][] = [
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.1Z', '2026-11-20T09:30:00.100Z'],
    ['2026-11-20T09:30:00.123456789Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T00:30:00+14:00', '2026-11-19T10:30:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2024-02-29T00:00:00-00:00', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
  ];
  for (const [given, kept] of taken) {
    it(`keeps ${given} as ${kept}`, () => assert.equal(instant.parse(given), kept));
  }

  for (const given of [
    '2026-11-20T09:30:00',
    '2026-11-20T09:30Z',
    '2026-11-20T09:30:00.Z',
    '2026-11-20T09:30:00+0200',
    '2026-11-20T09:30:00+02',
    '2026-11-20T09:30:00+25:00',
    '2026-11-20 09:30:00Z',
    '2026-02-30T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20',
    '+012026-11-20T09:30:00Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1763631000000',
    'now',
    '',
  ]) {
    it(`is not ${JSON.stringify(given)}`, () => assert.equal(instant.safeParse(given).success, false));
  }
});

describe('a timestamp', () => {
  const taken: [given: string, kept: string][] = [
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['20261120', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T09', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:30', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:05', '2026-11-20T09:30:05.000Z'],
    ['2026-11-20T09:30:05.123456', '2026-11-20T09:30:05.123Z'],
    ['2026-11-20T09:30:05,5', '2026-11-20T09:30:05.500Z'],
    ['2026-11-20T09:30:05Z', '2026-11-20T09:30:05.000Z'],
    ['2026-11-20T09:30:05.123456+00:00', '2026-11-20T09:30:05.123Z'],
    ['2026-11-20T09:30:05+0200', '2026-11-20T07:30:05.000Z'],
    ['2026-11-20T09:30:05-05', '2026-11-20T14:30:05.000Z'],
    ['20261120T093005Z', '2026-11-20T09:30:05.000Z'],
    ['20261120T093005.250+0530', '2026-11-20T04:00:05.250Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ];
  for (const [given, kept] of taken) {
    it(`keeps ${given} as ${kept}`, () => assert.equal(timestamp.parse(given), kept));
  }

  for (const given of [
    '2026-02-30',
    '2026-13-01',
    '2026-1120',
    '2026-11-2',
    '2026-11-20T',
    '2026-11-20T25:00',
    '2026-11-20T09:60',
    '2026-11-20T09:30:05.',
    '2026-11-20T09:3005',
    '2026-11-20T09:30:05+25:00',
    '2026-11-20 09:30:05',
    ' 2026-11-20',
    '0000-01-01T00:00+01:00',
    '1763631000000',
    'now',
    '',
  ]) {
    it(`is not ${JSON.stringify(given)}`, () => assert.equal(timestamp.safeParse(given).success, false));
  }
});

describe('a day', () => {
  for (const [given, isDay] of [
    ['2026-11-20', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['20261120', false],
    ['2026-11-20T00:00:00Z', false],
    ['+002026-01-01', false],
    [' 2026-11-20', false],
    ['', false],
  ] as const) {
    it(`${isDay ? 'is' : 'is not'} ${JSON.stringify(given)}`, () => {
      assert.equal(calendarDate.safeParse(given).success, isDay);
    });
  }
});
