import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWords } from '../../words.ts';
import { judgeTime } from './judge-times.ts';

await loadWords('en', 'missions');

const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const now = Date.parse(at('12:00'));

describe('odd times', () => {
  const table: [why: string, field: string, times: Record<string, string | null>, words: string | null][] = [
    ['none is none', 'detected_at', { executed_at: at('09:00'), detected_at: null }, null],
    [
      'a detection after the execution',
      'detected_at',
      { executed_at: at('09:00'), detected_at: at('09:01') },
      null,
    ],
    [
      'a detection before the execution',
      'detected_at',
      { executed_at: at('09:00'), detected_at: at('08:59') },
      'Before the execution',
    ],
    ['a detection without an execution', 'detected_at', { detected_at: at('08:59') }, null],
    [
      'a detection while the test was still running',
      'detected_at',
      { started_at: at('08:00'), executed_at: at('09:00'), detected_at: at('08:30') },
      null,
    ],
    ['an execution to come', 'executed_at', { executed_at: at('12:02') }, 'In the future'],
    ['a clock that is a little ahead', 'executed_at', { executed_at: at('12:01') }, null],
    [
      'an end before the start',
      'ended_at',
      { started_at: at('09:00'), ended_at: at('08:00') },
      'Before the start',
    ],
    ['an end after the start', 'ended_at', { started_at: at('09:00'), ended_at: at('10:00') }, null],
  ];
  for (const [why, field, times, words] of table) {
    it(`${why}: ${words ?? 'nothing'}`, () => {
      assert.equal(
        judgeTime(field, (name) => times[name], now),
        words,
      );
    });
  }
});
