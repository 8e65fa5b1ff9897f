import { toCsvLine } from '../../../csv.ts';

/** Takes heads and rows, returns a file of CSV that no spreadsheet runs anything of. */
export function toCsvFile(rows: readonly (readonly string[])[]): string {
  // The mark tells spreadsheets that it is UTF-8.
  return `\ufeff${rows.map((cells) => toCsvLine(cells.map(clean))).join('')}`;
}

/** Readers take a NUL for a sign that a file is no text. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀');
}
