import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english as words } from '../../server/words.ts';
import type { LevelCounts, Rate, TimeFigure } from '../figures.ts';
import type { LevelKey } from '../outcomes.ts';
import type { Drawing, Shape, Space } from './drawing.ts';
import { drawHeatMap } from './heat-map.ts';
import { drawExpectations, drawSeverities } from './matrices.ts';
import { toSvg } from './svg.ts';
import { measureText } from './text-width.ts';
import { drawTimeline, type TimedEvent } from './timeline.ts';
import { drawTimes } from './times.ts';
import { drawTrend, type TrendPoint } from './trend.ts';

const hostile = `</text><script>alert(1)</script> \u202e ${'W'.repeat(300)}`;

const counts = (of: Partial<LevelCounts>): LevelCounts => ({
  not_detected: 0,
  logged: 0,
  alerted: 0,
  prevented: 0,
  open: 0,
  ...of,
});
const rate = (n: number, N: number): Rate => ({ n, N });
const time = (median_s: number | null, p90_s: number | null, n: number, without = 0): TimeFigure => ({
  median_s,
  p90_s,
  n,
  without,
});
const unseen = time(null, null, 0);
const times = { prevention: unseen, log: unseen, alert: unseen, detection: unseen, response: unseen };
const noPartial = { partial_times: times };

const rates = { stopped_or_detected: rate(8, 12), prevented: rate(2, 12), missed: rate(1, 12) };
const common = { judged: 12, ...rates };

const point = (
  index: number,
  figures: Partial<TrendPoint['figures']> = {},
  change: Partial<NonNullable<TrendPoint['change']>> = {},
): TrendPoint => ({
  key: `m${index}`,
  name: index === 0 ? hostile : `Mission ${index}`,
  date: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
  figures: { ...rates, stopped_or_detected: rate(index % 12, 12), ...figures },
  change:
    index === 0
      ? null
      : {
          improved: 1,
          worse: 1,
          same: 2,
          open: 0,
          new: 0,
          gone: 1,
          common: { before: common, now: common },
          worse_tests: [{ test: { name: hostile } }],
          ...change,
        },
});

const start = Date.parse('2026-11-20T09:00:00.000Z');
const events = (count: number): TimedEvent[] =>
  Array.from({ length: count }, (_, index): TimedEvent[] => {
    const at = (minutes: number) => new Date(start + (index * 40 + minutes) * 60_000).toISOString();
    const key = `t${index}`;
    return [
      { key, at: at(0), side: 'red', name: hostile, what: 'executed', role: null, tool: null },
      {
        key,
        at: at(5),
        side: 'blue',
        name: hostile,
        what: 'alerted',
        role: 'alerted',
        tool: `EDR ${hostile}`,
      },
    ];
  }).flat();

const technique = (
  index: number,
  tactics: string[],
  attempted: number,
  of: Partial<Record<LevelKey, number>>,
) => ({
  technique: { external_id: `T10${index}`, name: index === 0 ? hostile : `Technique ${index}` },
  tactics,
  attempted,
  classes: { not_detected: 0, logged: 0, alerted: 0, prevented: 0, ...of },
  not_judged: attempted - Object.values(of).reduce((sum, count) => sum + count, 0),
});
const heat = {
  by_tactic: ['TA1', 'TA2', 'TA3'].map((external_id) => ({
    tactic: { external_id, name: `Tactic ${external_id}` },
  })),
  by_technique: [
    technique(0, ['TA1', 'TA2'], 2, { prevented: 1, not_detected: 1 }),
    technique(1, ['TA2'], 0, {}),
    technique(2, [], 1, { alerted: 1 }),
  ],
};

const charts: [name: string, draw: (space: Space) => Drawing | null][] = [
  [
    'times',
    (space) => drawTimes({ ...noPartial, times: { ...times, alert: time(600, 400_000, 2000, 3) } }, space),
  ],
  [
    'the time of one test',
    (space) => drawTimes({ ...noPartial, times: { ...times, log: time(0, 0, 1) } }, space),
  ],
  [
    'a trend of 2',
    (space) =>
      drawTrend(
        [0, 1].map((index) => point(index)),
        space,
      ),
  ],
  [
    'a trend of 5',
    (space) =>
      drawTrend(
        [0, 1, 2, 3, 4].map((index) => point(index)),
        space,
      ),
  ],
  [
    'a trend of 100',
    (space) =>
      drawTrend(
        Array.from({ length: 100 }, (_, index) => point(index)),
        space,
      ),
  ],
  [
    'expectations',
    (space) =>
      drawExpectations(
        { prevented: counts({ open: 1 }), alerted: counts({ alerted: 2000 }), logged: counts({}) },
        space,
      ),
  ],
  [
    'severities',
    (space) =>
      drawSeverities(
        {
          informational: counts({ logged: 1 }),
          low: counts({}),
          medium: counts({}),
          high: counts({ alerted: 5 }),
          critical: counts({}),
        },
        space,
      ),
  ],
  ['a timeline of 1', (space) => drawTimeline(events(1), space)],
  ['a timeline of 5', (space) => drawTimeline(events(5), space)],
  ['a timeline of 2,000', (space) => drawTimeline(events(2000), space)],
  ['a heat-map', (space) => drawHeatMap(heat, space)],
];

/** Shapes and targets that reach beyond the drawing. */
function beyond({ shapes, targets, width, height }: Drawing): (Shape | Drawing['targets'][number])[] {
  const isInside = (x: number, y: number, right = x, lower = y) =>
    x >= -0.5 && y >= -0.5 && right <= width + 0.5 && lower <= height + 0.5;
  return [...shapes, ...targets].filter((part) => {
    if (!('kind' in part) || part.kind === 'rect') {
      return !isInside(part.x, part.y, part.x + part.width, part.y + part.height);
    }
    if (part.kind === 'line') return !isInside(part.x1, part.y1, part.x2, part.y2);
    if (part.kind === 'circle')
      return !isInside(part.x - part.r, part.y - part.r, part.x + part.r, part.y + part.r);
    if (part.kind === 'path') return false;
    const wide = measureText(part.text, part.size ?? 12);
    const left =
      part.anchor === 'end' ? part.x - wide : part.anchor === 'middle' ? part.x - wide / 2 : part.x;
    return !isInside(left, part.y, left + wide);
  });
}

for (const [name, draw] of charts) {
  for (const width of [320, 720, 1600]) {
    it(`${name}, ${width} wide: keeps within itself, and its texts are texts`, () => {
      const drawing = draw({ words, width });
      assert.ok(drawing !== null);
      assert.deepEqual(beyond(drawing), []);
      assert.ok(drawing.table.rows.every((row) => row.length === drawing.table.head.length));
      assert.ok(drawing.description.length > 2 && drawing.table.rows.length > 0);
      assert.doesNotMatch(toSvg(drawing, 'paper', { heading: true }), /<script|\u202e/);
    });
  }
}

describe('charts of nothing', () => {
  const none = { prevented: counts({}), alerted: counts({}), logged: counts({}) };
  const table: [name: string, drawing: Drawing | null][] = [
    ['times', drawTimes({ ...noPartial, times }, { words })],
    ['a trend of one mission', drawTrend([point(0)], { words })],
    ['expectations', drawExpectations(none, { words })],
    ['a timeline', drawTimeline([], { words })],
    ['a heat-map', drawHeatMap({ ...heat, by_technique: heat.by_technique.slice(1, 2) }, { words })],
  ];
  for (const [name, drawing] of table) it(`are none: ${name}`, () => assert.equal(drawing, null));
});

describe('a trend', () => {
  it('has a hollow dot for fewer than ten tests and no dot where nothing is known', () => {
    const drawing = drawTrend(
      [point(1, { missed: rate(0, 0) }), point(2, { stopped_or_detected: rate(1, 9) })],
      { words },
    );
    const dots = drawing?.shapes.filter((shape) => shape.kind === 'circle') ?? [];
    assert.deepEqual(
      dots.map(({ role, isHollow }) => `${role} ${isHollow}`),
      ['alerted false', 'alerted true', 'prevented false', 'prevented false', 'not_detected false'],
    );
    assert.deepEqual(drawing?.table.rows[1], [
      'Mission 2',
      '2026-01-03',
      '1 of 9',
      '2 of 12 (17 %)',
      '1 of 12 (8 %)',
      '12',
      '1 improved, 1 worse, 2 unchanged, 1 not retested',
    ]);
  });

  it('draws a line over the tests two missions have in common and names those that got worse', () => {
    const drawing = drawTrend(
      [point(1), point(2, {}, { worse_tests: [{ test: { name: 'Kerberoasting' } }] })],
      {
        words,
      },
    );
    assert.equal(drawing?.shapes.filter((shape) => shape.kind === 'path').length, 3);
    assert.match(drawing?.hint ?? '', /Worse: Kerberoasting\./);
  });

  it('draws no line between missions without a common test, and notes it', () => {
    const nothing = { judged: 0, stopped_or_detected: rate(0, 0), prevented: rate(0, 0), missed: rate(0, 0) };
    const apart = { common: { before: nothing, now: nothing }, worse_tests: [] };
    const drawing = drawTrend([point(1), point(2, {}, apart)], { words });
    assert.equal(drawing?.shapes.filter((shape) => shape.kind === 'path').length, 0);
    assert.match(drawing?.hint ?? '', /No line is drawn/);
  });
});

describe('expected against actual outcomes', () => {
  it('frames cells that match the expectation and has a row for each possible level', () => {
    const drawing = drawExpectations(
      {
        prevented: counts({ alerted: 2 }),
        alerted: counts({ alerted: 3, not_detected: 1 }),
        logged: counts({}),
      },
      { words },
    );
    assert.deepEqual(drawing?.table.rows, [
      ['Prevented', '0', '2', '0', '0', '0'],
      ['Detected', '0', '3', '0', '1', '0'],
      ['Logged only', '0', '0', '0', '0', '0'],
    ]);
    assert.deepEqual(
      drawing?.targets.map(({ key, label }) => [key, label]),
      [
        ['prevented alerted', 'Expected Prevented, Detected: 2 tests'],
        ['alerted alerted', 'Expected Detected, Detected: 3 tests'],
        ['alerted not_detected', 'Expected Detected, Missed: 1 test'],
      ],
    );
    assert.equal(drawing?.shapes.filter(({ kind }) => kind === 'path').length, 3);
  });
});

describe('a timeline', () => {
  it('gives each event a place and groups events that would overlap', () => {
    assert.equal(drawTimeline(events(1), { words })?.targets.length, 2);
    const many = drawTimeline(events(2000), { words });
    assert.ok((many?.targets.length ?? 0) < 80);
    assert.equal(many?.table.rows.length, 4000);
    assert.match(many?.targets[0]?.label ?? '', /; and \d+ more$/);
  });

  it('shows a part, in the time of a place', () => {
    const [from, to] = ['2026-11-20T09:40:00.000Z', '2026-11-20T09:50:00.000Z'];
    const drawing = drawTimeline(events(3), { words, from, to, zone: 'Europe/Berlin' });
    assert.deepEqual(
      drawing?.table.rows.map(([at, side]) => `${at} ${side}`),
      ['2026-11-20 10:40 Red', '2026-11-20 10:45 Blue'],
    );
  });
});

describe('the heat-map', () => {
  it('shows an executed technique under each of its tactics, with a share for each outcome', () => {
    const drawing = drawHeatMap(heat, { words });
    assert.deepEqual(
      drawing?.targets.map(({ key }) => key),
      ['T100', 'T100', 'T102'],
    );
    assert.match(drawing?.targets[0]?.label ?? '', /: Prevented 1, Missed 1$/);
    assert.deepEqual(
      drawing?.table.rows.map(([name, tactics, ...rest]) => [name?.slice(0, 4), tactics, ...rest]),
      [
        ['T100', 'Tactic TA1, Tactic TA2', '1', '0', '0', '1', '0'],
        ['T102', '', '0', '1', '0', '0', '0'],
      ],
    );
  });
});
