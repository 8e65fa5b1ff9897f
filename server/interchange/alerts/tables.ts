import { restoreNeutralised } from '../../csv.ts';
import { ImportRefusal } from '../format.ts';
import type { Table } from '../formats/csv/columns.ts';
import { mostColumns, nameColumns } from '../formats/csv/table.ts';
import { isRow, list, type Row, toWord } from './values.ts';

/** The rows of a table as objects, by the names of their columns. */
export function toRows({ heads, rows }: Table): Row[] {
  return rows.map(({ cells }) =>
    Object.fromEntries(
      cells.flatMap((cell, index) => {
        const name = heads[index];
        if (name === undefined) return [];
        return [[name, name.startsWith('annotations.') ? cell.split('\n') : cell]];
      }),
    ),
  );
}

const deepest = 6;
const longestCell = 32_000;

/** Takes documents of an unknown tool, returns them as a table: a column for each field, those of objects by their path. */
export function toTable(documents: readonly Row[]): Table {
  const places = new Map<string, number>();
  const rows = documents.map((document, index) => {
    const cells: string[] = [];
    for (const [name, value] of listFields(document, '', deepest)) {
      const place = places.get(name) ?? places.size;
      if (place >= mostColumns) continue;
      places.set(name, place);
      cells[place] = value;
    }
    return { number: index + 1, cells: Array.from(cells, (cell) => cell ?? '') };
  });
  if (places.size === 0) throw new ImportRefusal('The file has no alerts of a known tool');
  return { heads: nameColumns([...places.keys()], places.size), rows, sheets: [], headRow: null, above: [] };
}

function* listFields(row: Row, path: string, depth: number): Generator<[name: string, value: string]> {
  for (const [name, value] of Object.entries(row)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (isRow(value) && depth > 0) yield* listFields(value, place, depth - 1);
    else yield [place, toCell(value)];
  }
}

function toCell(value: unknown): string {
  const words = list(value).map((item) =>
    isRow(item) || Array.isArray(item) ? JSON.stringify(item) : toWord(item),
  );
  return restoreNeutralised(words.join('\n')).slice(0, longestCell);
}
