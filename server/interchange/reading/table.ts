import { isFormula } from '../../csv.ts';
import { ImportRefusal } from '../format.ts';
import { letGo } from '../let-go.ts';
import type { Place } from '../plan.ts';
import { parseCsv } from './csv.ts';

/** A row of a table by column names. */
export type TableRow = {
  row: Place;
  /** Null for an empty cell, and for a missing column. */
  read: (column: string) => string | null;
};

export type Table = {
  columns: string[];
  notes: string[];
  size: number;
  /** The texts of these columns, until the rows are taken. */
  texts: (columns: readonly string[]) => Iterable<string>;
  /** The rows in order, once. */
  take: () => Iterable<TableRow>;
};

/**
 * Takes CSV text with column names, which are compared without case and surrounding spaces; the first column of a name counts. If
 * every cell that could be a formula has a leading apostrophe, the apostrophes are removed. Refuses (`ImportRefusal`) a table
 * without one of these columns.
 */
export function readTable(text: string, required: readonly string[]): Table {
  const [head = [], ...rows] = parseCsv(text);
  const columns = head.map((name) => name.trim());
  const places = new Map<string, number>();
  for (const [place, name] of columns.entries()) {
    for (const known of [name, name.toLowerCase()]) if (!places.has(known)) places.set(known, place);
  }
  const missing = required.filter((name) => !places.has(name.toLowerCase()));
  if (missing.length > 0) {
    const names = missing.map((name) => `“${name}”`).join(', ');
    throw new ImportRefusal(`The table has no column ${names}.`);
  }
  const placeOf = (column: string) => places.get(column) ?? places.get(column.toLowerCase()) ?? -1;
  const isGuarded = areGuarded(rows);
  const read = (cells: readonly string[], column: string): string | null => {
    const cell = cells[placeOf(column)] ?? '';
    return (isGuarded && hasGuard(cell) ? cell.slice(1) : cell) || null;
  };
  return {
    columns,
    size: rows.length,
    *texts(columns) {
      for (const cells of rows) for (const column of columns) yield read(cells, column) ?? '';
    },
    *take() {
      let line = 1;
      for (const cells of letGo(rows)) {
        line += 1;
        yield {
          row: `row ${line}`,
          read: (column) => read(cells, column),
        };
      }
    },
    notes: isGuarded ? ['Apostrophes that keep spreadsheets from running cells were taken off.'] : [],
  };
}

/** Takes a table and the columns known to a reader, returns a function for the `leftover` lines of a row's other cells. */
export function leaveOthers({ columns }: Table, known: readonly string[]): (row: TableRow) => string[] {
  const names = new Set(known.map((name) => name.toLowerCase()));
  const others = columns.filter((name) => name !== '' && !names.has(name.toLowerCase()));
  return (row) =>
    others.flatMap((name) => {
      const text = row.read(name);
      return text === null ? [] : [`${name}: ${text}`];
    });
}

function hasGuard(cell: string): boolean {
  return cell.startsWith("'") && isFormula(cell.slice(1));
}

/** Most cells begin with a letter or a digit, which is a faster check than for formulas. */
function isPlain(cell: string): boolean {
  const first = cell.charCodeAt(0) | 0x20;
  return cell === '' || (first >= 0x61 && first <= 0x7a) || (first >= 0x30 && first <= 0x39);
}

/** An apostrophe can be part of the text if there are formulas without one. */
function areGuarded(rows: readonly (readonly string[])[]): boolean {
  let isGuarded = false;
  for (const cells of rows) {
    for (const cell of cells) {
      if (isPlain(cell) || !isFormula(cell)) continue;
      if (!hasGuard(cell)) return false;
      isGuarded = true;
    }
  }
  return isGuarded;
}
