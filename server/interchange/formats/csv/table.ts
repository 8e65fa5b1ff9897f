import { restoreNeutralised } from '../../../csv.ts';
import { importBounds } from '../../bounds.ts';
import { refuseManyRows } from '../../exercise/rows.ts';
import { ImportRefusal, type ImportSource } from '../../format.ts';
import { parseCsv } from '../../reading/csv.ts';
import { decodeText } from '../../reading/text.ts';
import type { Table } from './columns.ts';
import { countHeads } from './fields.ts';
import { findHeadRow } from './heads.ts';

export const mostColumns = 500;
const longestHead = 200;

/** Choice of the person for a table; null leaves it to the table. */
export type TableChoice = { sheet: string | null; headRow: number | null };

/** Takes a CSV file or a workbook and the person's choice, returns its table. Refuses any other file. */
export async function readTable(
  { members }: ImportSource,
  { sheet, headRow }: TableChoice = { sheet: null, headRow: null },
): Promise<Table> {
  const [member] = members;
  if (member === undefined || members.length > 1) {
    throw new ImportRefusal('A table is one file: CSV or XLSX');
  }
  return readBytes(await member.read(), { sheet, headRow }, countHeads);
}

/**
 * Takes the bytes of a CSV file or a workbook, the person's choice, and what counts the known heads in a row; returns the table.
 * Refuses any other file.
 */
export async function readBytes(
  bytes: Buffer,
  { sheet, headRow }: TableChoice,
  count: (cells: readonly string[]) => number,
): Promise<Table> {
  if (isOldWorkbook(bytes)) {
    throw new ImportRefusal('The workbook is of the old format (XLS), or encrypted: save it as XLSX');
  }
  if (isZip(bytes)) {
    const { readWorkbook } = await import('./workbook.ts');
    const { rows, sheets } = await readWorkbook(bytes, sheet, (cells) => count(cells) > 1);
    return toTable(rows, { sheets, chosen: headRow, count });
  }
  const rows = parseCsv(decodeText(bytes)).map((cells) => cells.map(restoreNeutralised));
  return toTable(rows, { sheets: [], chosen: headRow, count });
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

function toTable(
  rows: readonly string[][],
  {
    sheets,
    chosen,
    count,
  }: { sheets: string[]; chosen: number | null; count: (cells: readonly string[]) => number },
): Table {
  let [width, length] = [0, 0];
  for (const cells of rows) {
    width = Math.max(width, cells.length);
    for (const cell of cells) length += cell.length;
  }
  if (width > mostColumns) throw new ImportRefusal(`The table has more than ${mostColumns} columns`);
  if (length > importBounds.text) {
    throw new ImportRefusal('The texts of the table are longer than can be read at once');
  }
  const first = chosen === null ? findHeadRow(rows, count) : chosen - 1;
  if (!rows.some(isFilled)) throw new ImportRefusal('The table is empty');
  if (!isFilled(rows[first] ?? []))
    throw new ImportRefusal(`Row ${first + 1} of the table is empty: it has no heads`);
  refuseManyRows(rows.length - first - 1);
  return {
    heads: nameColumns(rows[first] ?? [], width),
    rows: rows
      .map((cells, index) => ({ number: index + 1, cells }))
      .slice(first + 1)
      .filter(({ cells }) => isFilled(cells)),
    sheets,
    headRow: first + 1,
    above: rows
      .slice(0, first)
      .filter(isFilled)
      .map((cells) => cells.filter((cell) => cell.trim() !== '').join(' ')),
  };
}

/** Distinct names for the columns of a table, from the cells of its head row. */
export function nameColumns(head: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const name = (head[index] ?? '').trim().slice(0, longestHead).toWellFormed() || `Column ${index + 1}`;
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name} (${count})`;
    taken.add(free);
    return free;
  });
}
