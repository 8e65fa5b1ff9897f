import { toCsvLine } from '../../../csv.ts';

/** Takes heads and rows, returns a CSV file in which spreadsheets run nothing. */
export function toCsvFile(rows: readonly (readonly string[])[]): string {
  // The mark makes spreadsheets read it as UTF-8.
  return `\ufeff${rows.map((cells) => toCsvLine(cells.map(clean))).join('')}`;
}

/** Readers take a NUL as a sign that a file is not text. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀');
}
