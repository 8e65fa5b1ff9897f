import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWords } from '../../words.ts';
import { describeDelay, readMoment, writeMoment } from './typed-moment.ts';

await loadWords('en', 'missions');

/** A moment in the viewer's zone, whichever applies here. */
const local = (text: string) => new Date(text).toISOString();
const executed = local('2026-11-20T09:30:00');
const now = new Date('2026-11-21T10:00:00');

describe('a moment as it is typed', () => {
  const table: [typed: string, executedAt: string | null, expected: string | null][] = [
    ['now', executed, now.toISOString()],
    ['+2', executed, local('2026-11-20T09:32:00')],
    ['+90', executed, local('2026-11-20T11:00:00')],
    ['+2m30', executed, local('2026-11-20T09:32:30')],
    ['+90s', executed, local('2026-11-20T09:31:30')],
    ['+1h', executed, local('2026-11-20T10:30:00')],
    ['+', executed, null],
    ['+2', null, null],
    ['-5', executed, local('2026-11-21T09:55:00')],
    ['-1h30m', null, local('2026-11-21T08:30:00')],
    ['-90s', executed, local('2026-11-21T09:58:30')],
    ['-', executed, null],
    ['2', executed, null],
    ['jetzt', executed, now.toISOString()],
    ['9:15 pm', executed, local('2026-11-20T21:15:00')],
    ['9:15pm', executed, local('2026-11-20T21:15:00')],
    ['9:15:30 P.M.', executed, local('2026-11-20T21:15:30')],
    ['9 am', executed, local('2026-11-20T09:00:00')],
    ['12:05 am', executed, local('2026-11-20T00:05:00')],
    ['12:05 pm', executed, local('2026-11-20T12:05:00')],
    ['0:05 am', executed, null],
    ['13:05 pm', executed, null],
    ['today 9:31 am', executed, local('2026-11-21T09:31:00')],
    ['2026-11-19 11 pm', executed, local('2026-11-19T23:00:00')],
    ['9:31', executed, local('2026-11-20T09:31:00')],
    [' 09:31:05 ', executed, local('2026-11-20T09:31:05')],
    ['09:31', null, local('2026-11-21T09:31:00')],
    ['2026-11-19 23:59', executed, local('2026-11-19T23:59:00')],
    ['2026-11-19T23:59:58', executed, local('2026-11-19T23:59:58')],
    ['19.11.2026 23:59', executed, local('2026-11-19T23:59:00')],
    ['2026-11-20T09:31:05Z', executed, '2026-11-20T09:31:05.000Z'],
    ['2026-11-20T09:31:05.250+02:00', executed, '2026-11-20T07:31:05.250Z'],
    ['today 09:31', executed, local('2026-11-21T09:31:00')],
    ['2026-02-31 10:00', executed, null],
    ['2026-02-31T10:00:00Z', executed, null],
    ['25:00', executed, null],
    ['10:60', executed, null],
    ['soon', executed, null],
    ['', executed, null],
  ];
  for (const [typed, executedAt, expected] of table) {
    it(`"${typed}", executed ${executedAt === null ? 'at no known time' : 'on the 20th at 09:30'}`, () => {
      assert.equal(readMoment(typed, executedAt, now, 'local'), expected);
    });
  }

  it('reads the text that is shown for it', () => {
    for (const moment of [local('2026-11-20T23:59:59'), local('2026-11-22T00:00:00')]) {
      assert.equal(readMoment(writeMoment(moment, executed, 'local'), executed, now, 'local'), moment);
    }
    assert.equal(writeMoment(local('2026-11-20T10:00:00'), executed, 'local'), '10:00:00');
    assert.equal(writeMoment(local('2026-11-20T10:00:00'), null, 'local'), '2026-11-20 10:00:00');
  });
});

describe('a moment as it is typed in UTC', () => {
  it('is on the current day in UTC', () => {
    const late = '2026-11-20T23:30:00.000Z';
    assert.equal(readMoment('23:45', late, now, 'utc'), '2026-11-20T23:45:00.000Z');
    assert.equal(readMoment('2026-11-21 00:15:30', late, now, 'utc'), '2026-11-21T00:15:30.000Z');
    assert.equal(readMoment('2026-02-31 10:00', late, now, 'utc'), null);
    assert.equal(writeMoment('2026-11-20T23:45:00.000Z', late, 'utc'), '23:45:00');
    assert.equal(writeMoment('2026-11-21T00:15:30.000Z', late, 'utc'), '2026-11-21 00:15:30');
  });
});

describe('how long after the execution', () => {
  const table: [moment: string, expected: string | null][] = [
    ['2026-11-20T09:29:59', null],
    ['2026-11-20T09:30:00', '0 s after'],
    ['2026-11-20T09:30:59', '59 s after'],
    ['2026-11-20T09:32:30', '2 min 30 s after'],
    ['2026-11-20T11:45:00', '2 h 15 min after'],
    ['2026-11-23T09:30:00', '3 d after'],
  ];
  for (const [moment, expected] of table) {
    it(`${moment}: ${expected}`, () => assert.equal(describeDelay(local(moment), executed), expected));
  }

  it('is not known without an execution', () => assert.equal(describeDelay(executed, null), null));
});
