import assert from 'node:assert/strict';
import { it } from 'node:test';
import { english as words } from '../../server/words.ts';
import type { LevelCounts, QuestionCounts, Rate, TimeFigure } from '../figures.ts';
import { drawOutcomeRows, drawOutcomes, drawQuestions, drawTools, drawWithin } from './bars.ts';
import { drawDifferences } from './differences.ts';
import type { Box, ColorRole, Drawing, Shape, Space } from './drawing.ts';
import { drawHeatMap } from './heat-map.ts';
import { drawExpectations, drawSeverities } from './matrices.ts';
import { drawTimes } from './times.ts';
import { drawTrend } from './trend.ts';

const counts = (of: Partial<LevelCounts>): LevelCounts => ({
  not_detected: 0,
  logged: 0,
  alerted: 0,
  prevented: 0,
  open: 0,
  ...of,
});
const outcomes = {
  attempted: 400,
  classes: { prevented: 3, alerted: 1, logged: 0, not_detected: 390 },
  not_judged: 6,
};
const questions = (of: Partial<QuestionCounts>): QuestionCounts => ({
  yes: 0,
  partial: 0,
  no: 0,
  not_applicable: 0,
  not_answered: 0,
  ...of,
});
const unseen: TimeFigure = { median_s: null, p90_s: null, n: 0, without: 0 };
const entry = (external_id: string) => ({ external_id, name: external_id });
const cell = { technique: entry('T1'), tactics: ['TA1'] };
const rate = (n: number, N: number): Rate => ({ n, N });
const rates = { stopped_or_detected: rate(2, 3), prevented: rate(0, 3), missed: rate(1, 3) };

const charts: [name: string, draw: (space: Space) => Drawing | null][] = [
  ['outcomes', (space) => drawOutcomes(outcomes, space)],
  [
    'outcomes by part',
    (space) =>
      drawOutcomeRows([{ key: 'a', name: 'A', of: outcomes }], { title: 'Parts', first: 'Part' }, space),
  ],
  [
    'questions',
    (space) =>
      drawQuestions(
        {
          attempted: 7,
          questions: {
            prevented: questions({ yes: 1, partial: 1, no: 1, not_applicable: 1, not_answered: 3 }),
            alerted: questions({ yes: 7 }),
            logged: questions({ not_answered: 7 }),
            detected: questions({ no: 7 }),
            responded: questions({ partial: 7 }),
          },
        },
        space,
      ),
  ],
  [
    'detected in time',
    (space) =>
      drawWithin(
        {
          within: {
            '15m': { n: 0, N: 5, unknown: 1 },
            '1h': { n: 2, N: 5, unknown: 1 },
            '24h': { n: 5, N: 5, unknown: 0 },
          },
        },
        space,
      ),
  ],
  [
    'tools',
    (space) =>
      drawTools(
        {
          by_tool: [
            { tool: { id: 'a', name: 'A' }, n: 2, N: 3, saw: 4 },
            { tool: { id: 'b', name: 'B' }, n: 0, N: 0, saw: 1 },
            { tool: { id: 'c', name: 'C' }, n: 0, N: 2, saw: 0 },
          ],
        },
        space,
      ),
  ],
  [
    'times',
    (space) =>
      drawTimes(
        {
          times: {
            prevention: unseen,
            log: { median_s: 60, p90_s: 90, n: 4, without: 1 },
            alert: { median_s: 60, p90_s: 60, n: 1, without: 0 },
            detection: unseen,
            response: { ...unseen, without: 2 },
          },
          partial_times: {
            prevention: unseen,
            log: { median_s: 60, p90_s: 60, n: 1, without: 3 },
            alert: unseen,
            detection: unseen,
            response: unseen,
          },
        },
        space,
      ),
  ],
  [
    'expectations',
    (space) =>
      drawExpectations(
        { prevented: counts({ open: 1 }), alerted: counts({ alerted: 5, logged: 1 }), logged: counts({}) },
        space,
      ),
  ],
  [
    'severities',
    (space) =>
      drawSeverities(
        {
          informational: counts({}),
          low: counts({}),
          medium: counts({ logged: 1 }),
          high: counts({ alerted: 5, prevented: 2 }),
          critical: counts({}),
        },
        space,
      ),
  ],
  [
    'heat map',
    (space) =>
      drawHeatMap({ by_tactic: [{ tactic: entry('TA1') }], by_technique: [{ ...cell, ...outcomes }] }, space),
  ],
  [
    'differences',
    (space) =>
      drawDifferences(
        {
          tactics: [entry('TA1')],
          by_technique: [{ ...cell, counts: { improved: 1, worse: 2, same: 0, open: 0, new: 1, gone: 3 } }],
        },
        space,
      ),
  ],
  [
    'trend',
    (space) =>
      drawTrend(
        ['a', 'b'].map((key) => ({ key, name: key, date: '2026-11-20', figures: rates, change: null })),
        space,
      ),
  ],
];

/** Colours of what is no mark of a chart. */
const plain: readonly ColorRole[] = ['ink', 'muted', 'grid', 'track', 'surface'];
const legend = 13;

/** Takes a shape, returns the middle of a mark that stands for tests; null for text, lines and swatches of legends. */
function middleOf(shape: Shape): { x: number; y: number } | null {
  if (shape.kind === 'circle') return shape;
  if (shape.kind !== 'rect' || plain.includes(shape.role)) return null;
  if (shape.width === legend && shape.height === legend) return null;
  return { x: shape.x + shape.width / 2, y: shape.y + shape.height / 2 };
}

const holds = (box: Box, { x, y }: { x: number; y: number }) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

for (const [name, draw] of charts) {
  for (const width of [320, 720]) {
    it(`each mark and number of a chart leads to what it counts: ${name}, ${width} wide`, () => {
      const drawing = draw({ words, width });
      assert.ok(drawing !== null);
      const { shapes, targets, parts = [], table } = drawing;
      const places = [...targets, ...parts].filter(({ count }) => count !== 0);
      const marks = shapes.map(middleOf).filter((mark) => mark !== null);
      assert.ok(marks.length > 0);
      for (const mark of marks)
        assert.ok(
          places.some((place) => holds(place, mark)),
          JSON.stringify(mark),
        );
      for (const [row, [, ...cells]] of table.rows.entries()) {
        for (const [column, text] of cells.entries()) {
          const place = table.places?.[row]?.[column] ?? null;
          assert.equal(place !== null, /^[1-9]\d*( of .*)?$/.test(text), `${table.rows[row]}: ${text}`);
        }
      }
    });
  }
}

it('a segment too narrow to hit has an entry of the legend, high enough for a finger', () => {
  const { targets } = drawOutcomes(outcomes, { words, width: 320 }) as Drawing;
  assert.deepEqual(
    targets.map(({ key, count }) => [key, count]),
    [
      ['prevented', 3],
      ['alerted', 1],
      ['not_detected', 390],
      ['open', 6],
    ],
  );
  assert.ok(targets.every(({ width, height }) => width >= 24 && height >= 24));
});
