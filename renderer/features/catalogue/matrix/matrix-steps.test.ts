import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { loadWords } from '../../../words.ts';
import type { Coverage } from './coverage.ts';
import { layOut, listOpenable, toCellKey } from './matrix-layout.ts';
import { type Drawing, type DrawnRow, drawNext, type Sight } from './matrix-steps.ts';

await loadWords('en', 'catalogue');

const untested: Coverage = new Map();
const top: Sight = { from: 0, to: 9 };

/** Ten tactics of thirty techniques, each with two sub-techniques. */
const matrix: Matrix = {
  version: '1.0',
  tactics: Array.from({ length: 10 }, (_, tactic) => ({
    id: `TA${tactic}`,
    name: `Tactic ${tactic}`,
    short_name: `tactic-${tactic}`,
    techniques: Array.from({ length: 30 }, (_, place) => {
      const id = `T${tactic}${String(place).padStart(3, '0')}`;
      const subtechniques = ['001', '002'].map((sub) => ({ id: `${id}.${sub}`, name: `Sub ${sub}` }));
      return { id, name: `Technique ${id}`, subtechniques };
    }),
  })),
};

function drawingOf(open: ReadonlySet<string>, found: ReadonlySet<string> | null = null): Drawing {
  return { rows: layOut(matrix, open).rows, coverage: untested, found };
}

/** All steps until the drawing is complete. */
function stepsTo(drawing: Drawing, from: readonly DrawnRow[] = [], sight = top): (readonly DrawnRow[])[] {
  const steps: (readonly DrawnRow[])[] = [];
  for (let drawn = from; ; ) {
    const next = drawNext(drawn, drawing, sight);
    if (next === drawn) return steps;
    steps.push(next);
    assert.ok(steps.length < 1000, 'it never ends');
    drawn = next;
  }
}

const drawnRows = (step: readonly DrawnRow[]) => Object.keys(step).map(Number);
const cellsOf = (step: readonly DrawnRow[]) => step.map(({ cells }) => cells.map(({ key }) => key));

describe('the steps in which the matrix is drawn', () => {
  it('start with the visible part, then go down, then up', () => {
    const steps = stepsTo(drawingOf(new Set()), [], { from: 12, to: 20 });
    assert.deepEqual(drawnRows(steps[0] ?? []), [12, 13, 14]);
    assert.deepEqual(drawnRows(steps[1] ?? []), [12, 13, 14, 15, 16, 17]);
    for (const step of steps) {
      const rows = drawnRows(step);
      if (rows.includes(0)) assert.ok(rows.includes(29), 'what stands before is drawn after what follows');
      if (rows.includes(0)) assert.ok(rows.includes(11), 'from what is in sight upwards');
    }
    assert.equal(drawnRows(steps.at(-1) ?? []).length, 30);
  });

  it('are small, and end with the whole', () => {
    const drawing = drawingOf(listOpenable(matrix));
    const steps = stepsTo(drawing);
    assert.equal(drawing.rows.length, 90);
    assert.deepEqual(
      cellsOf(steps.at(-1) ?? []),
      cellsOf(drawing.rows.map((cells) => ({ ...drawing, cells }))),
    );
    let before = 0;
    for (const [index, step] of steps.entries()) {
      const made = Object.values(step).reduce((sum, { cells }) => sum + cells.length, 0) - before;
      before += made;
      // The row that reaches the limit is still drawn in full; out of sight, four times as many cells fit.
      assert.ok(made <= (index < 3 ? 33 : 105), `step ${index} makes ${made} cells`);
    }
  });

  it('keep rows that they have not reached yet', () => {
    const closed = stepsTo(drawingOf(new Set())).at(-1) ?? [];
    const first = drawNext(closed, drawingOf(listOpenable(matrix)), top);
    assert.equal(first[20], closed[20]);
    assert.notEqual(first[1], closed[1]);
  });

  it('are a single step for a small change: a technique that is opened', () => {
    const closed = stepsTo(drawingOf(new Set())).at(-1) ?? [];
    const one = drawingOf(new Set([toCellKey('TA3', 'T3020')]));
    assert.equal(stepsTo(one, closed).length, 1);
  });

  it('remove rows that no longer exist', () => {
    const open = stepsTo(drawingOf(listOpenable(matrix))).at(-1) ?? [];
    assert.equal(open.length, 90);
    assert.equal(drawNext(open, drawingOf(new Set()), top).length, 30);
  });

  it('follow a search and a level', () => {
    const closed = drawingOf(new Set());
    const all = stepsTo(closed).at(-1) ?? [];
    const searched = { ...closed, found: new Set(['T3020']) };
    const step = stepsTo(searched, all).at(-1) ?? [];
    assert.ok(step.every(({ found }) => found === searched.found));
    const rated = {
      ...closed,
      coverage: new Map([['T3020', { planned: 1, run: 1, level: null, missed: 0 }]]),
    };
    const steps = stepsTo(rated, all);
    assert.equal(steps.length, 1);
    assert.ok(steps[0]?.every(({ coverage }) => coverage === rated.coverage));
  });
});
