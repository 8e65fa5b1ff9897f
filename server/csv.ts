/** Signs that make a formula of a cell, as they are and in full width; also behind blanks and quotes, which programs drop. */
const formula = /^[\s\p{Z}'"“”‘’`]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A text for a cell of CSV that no spreadsheet runs: one that could be a formula gets an apostrophe, which makes a text of it. */
export function neutralise(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Whether a spreadsheet could take a text for a formula. */
export function isFormula(text: string): boolean {
  return formula.test(text);
}

/** Takes a cell of CSV, returns the text that was neutralised; any other as it is. */
export function restoreNeutralised(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Takes the cells of a row, returns its line as RFC 4180 has it; texts are neutralised, numbers are none. */
export function toCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`;
}

function toCsvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = neutralise(cell);
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
