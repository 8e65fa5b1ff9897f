import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english as words } from '../../server/words.ts';
import type { QuestionCounts, WithinRate } from '../figures.ts';
import type { LevelKey } from '../outcomes.ts';
import {
  drawOutcomes,
  drawOutcomesByTactic,
  drawQuestions,
  drawTools,
  drawWithin,
  type Outcomes,
} from './bars.ts';
import type { Drawing } from './drawing.ts';

const outcomes = (attempted: number, of: Partial<Record<LevelKey, number>>): Outcomes => {
  const classes = { not_detected: 0, logged: 0, alerted: 0, prevented: 0, ...of };
  const judged = Object.values(classes).reduce((sum, count) => sum + count, 0);
  return { attempted, classes, not_judged: attempted - judged };
};
const rate = (n: number, N: number, unknown = 0): WithinRate => ({ n, N, unknown });

function there(drawing: Drawing | null): Drawing {
  assert.ok(drawing !== null);
  return drawing;
}

function roles({ shapes }: Drawing): string[] {
  return shapes.flatMap((shape) => (shape.kind === 'rect' ? [shape.role] : []));
}

function inside({ shapes, width, height }: Drawing): boolean {
  return shapes.every((shape) => {
    if (shape.kind === 'rect')
      return (
        shape.x >= 0 &&
        shape.y >= 0 &&
        shape.x + shape.width <= width + 0.01 &&
        shape.y + shape.height <= height
      );
    return shape.kind !== 'text' || (shape.x >= 0 && shape.x <= width && shape.y <= height);
  });
}

describe('the bar of outcomes', () => {
  it('is absent while nothing was executed', () => {
    assert.equal(drawOutcomes(outcomes(0, {}), { words }), null);
  });

  it('has a part for each outcome, the best first, as wide as its share', () => {
    const drawing = there(
      drawOutcomes(outcomes(10, { prevented: 5, not_detected: 3 }), { words, width: 600 }),
    );
    assert.deepEqual(
      drawing.parts?.map(({ key, x, width }) => [key, x, width]),
      [
        ['prevented', 0, 300],
        ['not_detected', 300, 180],
        ['open', 480, 120],
      ],
    );
    assert.deepEqual(drawing.table.rows, [
      ['Prevented', '5'],
      ['Missed', '3'],
      ['Not judged', '2'],
    ]);
    assert.ok(inside(drawing));
  });

  it('shows counts and no rate', () => {
    const { description } = there(drawOutcomes(outcomes(4, { alerted: 1 }), { words }));
    assert.equal(description, 'Detected: 1; Not judged: 3.');
  });

  it('distinguishes outcomes by pattern as well as colour', () => {
    const drawing = there(
      drawOutcomes(outcomes(4, { prevented: 1, alerted: 1, logged: 1, not_detected: 1 }), { words }),
    );
    const patterns = drawing.shapes.flatMap((shape) =>
      shape.kind === 'rect' && shape.role !== 'surface' ? [`${shape.role} ${shape.pattern}`] : [],
    );
    assert.equal(new Set(patterns.map((each) => each.split(' ')[1])).size, 4);
  });

  for (const width of [260, 390, 720, 1400]) {
    it(`holds 2,000 tests at ${width}`, () =>
      assert.ok(
        inside(
          there(drawOutcomes(outcomes(2000, { prevented: 1, alerted: 1998, logged: 1 }), { words, width })),
        ),
      ));
  }
});

describe('the outcomes of tactics', () => {
  const tactic = (name: string, attempted: number, of: Partial<Record<LevelKey, number>>) => ({
    tactic: { external_id: name.slice(0, 2), name },
    ...outcomes(attempted, of),
  });
  const tactics = [
    tactic('Unjudged', 2, {}),
    tactic('Worst', 6, { not_detected: 6 }),
    tactic('Logged', 6, { logged: 6 }),
    tactic('Best', 6, { prevented: 3, alerted: 3 }),
    tactic('Nothing', 0, {}),
    tactic('Middle', 8, { alerted: 4, not_detected: 4 }),
  ];

  it('are sorted by the share of missed and logged-only tests, then by name, without tactics that have no executed test', () => {
    const drawing = there(drawOutcomesByTactic(tactics, { words }));
    assert.deepEqual(
      drawing.table.rows.map(([name]) => name),
      ['Logged', 'Worst', 'Middle', 'Best', 'Unjudged'],
    );
    assert.deepEqual(
      drawing.targets.map(({ label }) => label),
      [
        'Logged: Logged only 6',
        'Worst: Missed 6',
        'Middle: Detected 4, Missed 4',
        'Best: Prevented 3, Detected 3',
        'Unjudged: Not judged 2',
      ],
    );
    assert.ok(inside(drawing));
  });

  it('are absent where nothing was executed', () =>
    assert.equal(drawOutcomesByTactic(tactics.slice(4, 5), { words }), null));

  it('keep their names on one line and inside the chart', () => {
    const drawing = there(
      drawOutcomesByTactic([tactic(`\u202eevil\n${'W'.repeat(300)}`, 1, { alerted: 1 })], {
        words,
        width: 320,
      }),
    );
    assert.match(drawing.targets[0]?.label ?? '', /^\[U\+202E\]evil W+/);
    assert.ok(inside(drawing));
  });
});

describe('answers by kind', () => {
  const counts = (of: Partial<QuestionCounts>): QuestionCounts => ({
    yes: 0,
    partial: 0,
    no: 0,
    not_applicable: 0,
    not_answered: 0,
    ...of,
  });
  const questions = {
    prevented: counts({ yes: 3 }),
    alerted: counts({ yes: 1, partial: 1, no: 1 }),
    logged: counts({ not_answered: 3 }),
    detected: counts({ not_applicable: 1, not_answered: 2 }),
    responded: counts({ not_answered: 3 }),
  };

  it('have a part for each answer, in colours that no class uses', () => {
    const drawing = there(drawQuestions({ questions, attempted: 3 }, { words }));
    assert.equal(
      roles(drawing).filter((role) => ['prevented', 'alerted', 'logged'].includes(role)).length,
      0,
    );
    assert.deepEqual(drawing.table.rows, [
      ['Prevented', '3', '0', '0', '0', '0'],
      ['Alerted', '1', '1', '1', '0', '0'],
      ['Logged', '0', '0', '0', '0', '3'],
      ['Detected', '0', '0', '0', '1', '2'],
      ['Responded', '0', '0', '0', '0', '3'],
    ]);
    assert.ok(inside(drawing));
  });

  it('are absent where nothing was executed', () =>
    assert.equal(drawQuestions({ questions, attempted: 0 }, { words }), null));
});

describe('detections in time', () => {
  it('have three limits and show unknown times separately', () => {
    const within = { '15m': rate(1, 12, 2), '1h': rate(2, 12, 2), '24h': rate(3, 12, 2) };
    const drawing = there(drawWithin({ within }, { words }));
    assert.deepEqual(
      drawing.targets.map(({ key, label }) => [key, label]),
      [
        ['15m', 'Within 15 min: 1 of 12 (8 %), 2 at an unknown time'],
        ['1h', 'Within 1 h: 2 of 12 (17 %), 2 at an unknown time'],
        ['24h', 'Within 24 h: 3 of 12 (25 %), 2 at an unknown time'],
      ],
    );
  });

  it('are absent where nothing is judged', () =>
    assert.equal(
      drawWithin({ within: { '15m': rate(0, 0), '1h': rate(0, 0), '24h': rate(0, 0) } }, { words }),
      null,
    ));
});

describe('tools', () => {
  it('have a bar if they were expected, otherwise a count', () => {
    const [edr, siem] = [
      { id: 'e', name: 'EDR' },
      { id: 's', name: 'SIEM' },
    ] as const;
    const by_tool = [
      { tool: edr, n: 2, N: 3, saw: 4 },
      { tool: siem, n: 0, N: 0, saw: 6 },
    ];
    const drawing = there(drawTools({ by_tool }, { words }));
    assert.deepEqual(
      drawing.targets.map(({ label }) => label),
      ['EDR: 2 of 3', 'SIEM: detected 6'],
    );
    assert.equal(roles(drawing).filter((role) => role === 'track').length, 1);
  });
});
