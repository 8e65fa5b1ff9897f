import { type Coverage, describeStanding, toState } from './coverage.ts';
import type { Cell } from './matrix-layout.ts';

/** Rows that the matrix shows. */
export type Drawing = {
  rows: readonly (readonly Cell[])[];
  coverage: Coverage;
  /** Search results; null without a search. */
  found: ReadonlySet<string> | null;
};
/** A drawn row: of the current drawing, or of an earlier one. */
export type DrawnRow = { cells: readonly Cell[]; coverage: Coverage; found: ReadonlySet<string> | null };
export type Sight = { from: number; to: number };

/** Cells created or changed per frame; cells out of sight, which the browser does not lay out, count less. */
const cellsInStep = 24;
const outOfSight = 0.25;

/**
 * The rows after one more step towards the drawing: visible ones come first, from the top, then those below, then those above.
 * Returns `drawn` itself when nothing is left to do.
 */
export function drawNext(drawn: readonly DrawnRow[], drawing: Drawing, sight: Sight): readonly DrawnRow[] {
  const { rows, coverage, found } = drawing;
  const next: DrawnRow[] = drawn.slice(0, rows.length);
  let left = cellsInStep;
  let changed = drawn.length > rows.length;
  for (const row of listRows(rows.length, sight)) {
    const cells = rows[row] as readonly Cell[];
    const before = drawn[row];
    if (isDrawn(before, cells, drawing)) continue;
    if (left <= 0) break;
    const wanted = { cells, coverage, found };
    const isInSight = row >= sight.from && row <= sight.to;
    left -= countChanges(before, wanted) * (isInSight ? 1 : outOfSight);
    next[row] = wanted;
    changed = true;
  }
  return changed ? next : drawn;
}

/** Whether a row shows the current drawing. */
export function isDrawn(
  row: DrawnRow | undefined,
  cells: readonly Cell[],
  { coverage, found }: Drawing,
): boolean {
  return row?.cells === cells && row.coverage === coverage && row.found === found;
}

function* listRows(rows: number, { from }: Sight): Generator<number> {
  for (let row = Math.max(0, from); row < rows; row += 1) yield row;
  for (let row = Math.min(from, rows) - 1; row >= 0; row -= 1) yield row;
}

/** Number of cells to create, remove or change. */
function countChanges(before: DrawnRow | undefined, wanted: DrawnRow): number {
  if (before === undefined) return wanted.cells.length;
  const known = new Map(before.cells.map((cell) => [cell.key, cell]));
  let changes = 0;
  for (const cell of wanted.cells) {
    const same = known.get(cell.key);
    known.delete(cell.key);
    if (same === undefined || !looksTheSame(same, before, cell, wanted)) changes += 1;
  }
  return changes + known.size;
}

function looksTheSame(cell: Cell, before: DrawnRow, next: Cell, wanted: DrawnRow): boolean {
  return (
    cell.isOpen === next.isOpen &&
    isMatch(cell, before.found) === isMatch(next, wanted.found) &&
    toState(before.coverage.get(cell.id)) === toState(wanted.coverage.get(next.id)) &&
    describeStanding(before.coverage.get(cell.id)) === describeStanding(wanted.coverage.get(next.id))
  );
}

/** Whether a search found the cell; null without a search. */
export function isMatch({ id }: Cell, found: ReadonlySet<string> | null): boolean | null {
  return found === null ? null : found.has(id);
}
