import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english as words } from '../../server/words.ts';
import type { Rate } from '../figures.ts';
import type { LevelKey } from '../outcomes.ts';
import { drawOutcomes, drawOutcomesByTactic, drawRates, drawWithin, type Outcomes } from './bars.ts';
import type { Drawing } from './drawing.ts';

const levels = (of: Partial<Record<LevelKey, number>>): Outcomes['levels'] => ({
  not_detected: 0,
  logged: 0,
  alerted: 0,
  prevented: 0,
  ...of,
});
const rate = (n: number, N: number, partial = 0): Rate => ({ n, N, partial });

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
  it('is not there while nothing was executed', () => {
    assert.equal(drawOutcomes({ attempted: 0, levels: levels({}) }, { words }), null);
  });

  it('has a part for each outcome, the best first, as wide as its share', () => {
    const drawing = there(
      drawOutcomes(
        { attempted: 10, levels: levels({ prevented: 5, not_detected: 3 }) },
        { words, width: 600 },
      ),
    );
    assert.deepEqual(
      drawing.targets.map(({ key, x, width }) => [key, x, width]),
      [
        ['prevented', 0, 300],
        ['not_detected', 300, 180],
        ['open', 480, 120],
      ],
    );
    assert.deepEqual(drawing.table.rows, [
      ['Prevented', '5', '5 of 10 (50 %)'],
      ['Missed', '3', '3 of 10 (30 %)'],
      ['Not judged', '2', '2 of 10 (20 %)'],
    ]);
    assert.ok(inside(drawing));
  });

  it('says of fewer than five no percentage', () => {
    const { description } = there(drawOutcomes({ attempted: 4, levels: levels({ alerted: 1 }) }, { words }));
    assert.equal(description, 'Detected 1 of 4; Not judged 3 of 4.');
  });

  it('tells outcomes apart by a pattern too', () => {
    const drawing = there(
      drawOutcomes(
        {
          attempted: 4,
          levels: levels({ prevented: 1, alerted: 1, logged: 1, not_detected: 1 }),
        },
        { words },
      ),
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
          there(
            drawOutcomes(
              { attempted: 2000, levels: levels({ prevented: 1, alerted: 1998, logged: 1 }) },
              { words, width },
            ),
          ),
        ),
      ));
  }
});

describe('the outcomes of tactics', () => {
  const tactic = (name: string, attempted: number, of: Partial<Record<LevelKey, number>>) => ({
    tactic: { external_id: name.slice(0, 2), name },
    attempted,
    levels: levels(of),
  });
  const tactics = [
    tactic('Unjudged', 2, {}),
    tactic('Worst', 6, { not_detected: 6 }),
    tactic('Logged', 6, { logged: 6 }),
    tactic('Best', 6, { prevented: 3, alerted: 3 }),
    tactic('Nothing', 0, {}),
    tactic('Middle', 8, { alerted: 4, not_detected: 4 }),
  ];

  it('stand from the best to the worst; one where nothing was executed is left out', () => {
    const drawing = there(drawOutcomesByTactic(tactics, { words }));
    assert.deepEqual(
      drawing.table.rows.map(([name]) => name),
      ['Best', 'Middle', 'Logged', 'Worst', 'Unjudged'],
    );
    assert.deepEqual(
      drawing.targets.map(({ label }) => label),
      [
        'Best: 6 of 6 (100 %)',
        'Middle: 4 of 8 (50 %)',
        'Logged: 0 of 6 (0 %)',
        'Worst: 0 of 6 (0 %)',
        'Unjudged: not known',
      ],
    );
    assert.deepEqual(
      roles(drawing).slice(5, 8),
      ['track', 'prevented', 'alerted'],
      'after five of the legend',
    );
    assert.ok(inside(drawing));
  });

  it('are none where nothing was executed', () =>
    assert.equal(drawOutcomesByTactic(tactics.slice(4, 5), { words }), null));

  it('keep what they are called in one line, in sight, and within their room', () => {
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

describe('bars of rates', () => {
  it('have a part for yes, partly and no; what is open is no failure', () => {
    const drawing = there(
      drawRates(
        [
          { key: 'a', name: 'Detected', rate: rate(2, 5, 1) },
          { key: 'b', mark: 'T1', name: 'As expected', rate: rate(1, 4), isOpen: true },
          { key: 'c', name: 'Unknown', rate: rate(0, 0) },
        ],
        { title: 'Rates', first: 'Rate' },
        { words },
      ),
    );
    assert.deepEqual(roles(drawing).slice(3), [
      'track',
      'prevented',
      'logged',
      'not_detected',
      'track',
      'prevented',
      'track',
    ]);
    assert.equal(
      drawing.description,
      'Detected: 2 of 5 (40 %), 1 partial; As expected: 1 of 4; Unknown: not known.',
    );
    assert.deepEqual(drawing.table.rows, [
      ['Detected', '2', '1', '2', '5', '2 of 5 (40 %)'],
      ['T1 As expected', '1', '0', '–', '4', '1 of 4'],
      ['Unknown', '0', '0', '0', '0', 'not known'],
    ]);
  });

  it('in time are three, or none where nothing is known', () => {
    const within = { '15m': rate(1, 5), '1h': rate(2, 5), '24h': rate(3, 5) };
    assert.equal(drawWithin({ within }, { words })?.targets.length, 3);
    assert.equal(
      drawWithin({ within: { '15m': rate(0, 0), '1h': rate(0, 0), '24h': rate(0, 0) } }, { words }),
      null,
    );
  });
});
