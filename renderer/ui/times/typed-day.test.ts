import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWords } from '../../words.ts';
import { readDay } from './typed-day.ts';

await loadWords('en');

describe('a day as it is typed', () => {
  const table: [typed: string, expected: string | null][] = [
    ['2026-11-24', '2026-11-24'],
    [' 2026-11-24 ', '2026-11-24'],
    ['24.11.2026', '2026-11-24'],
    ['1.2.2026', '2026-02-01'],
    ['24/11/2026', '2026-11-24'],
    ['today', '2026-11-21'],
    ['Heute', '2026-11-21'],
    ['aujourd’hui', '2026-11-21'],
    ['+0', '2026-11-21'],
    ['+10', '2026-12-01'],
    ['2026-02-31', null],
    ['2026-13-01', null],
    ['2026-11-2', null],
    ['31.4.2026', null],
    ['24.11.', null],
    ['11/24/2026', null],
    ['soon', null],
    ['', null],
  ];
  for (const [typed, expected] of table) {
    it(`"${typed}"`, () => assert.equal(readDay(typed, '2026-11-21', false), expected));
  }

  it('begins with its month where people write it so', () => {
    assert.equal(readDay('11/24/2026', '2026-11-21', true), '2026-11-24');
    assert.equal(readDay('24/11/2026', '2026-11-21', true), null);
  });
});
