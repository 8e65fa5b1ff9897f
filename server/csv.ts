/** Characters that turn a cell into a formula, in normal and full width; also after blanks and quotes, which programs drop. */
const formula = /^[\s\p{Z}'"“”‘’`]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A text safe in a CSV cell: one that a spreadsheet could run as a formula gets a leading apostrophe. */
export function neutralise(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Whether a spreadsheet could interpret a text as a formula. */
export function isFormula(text: string): boolean {
  return formula.test(text);
}

/** Takes a CSV cell, returns the text before neutralising; other cells unchanged. */
export function restoreNeutralised(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Takes the cells of a row, returns its line as in RFC 4180; texts are neutralised, numbers are not. */
export function toCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`;
}

function toCsvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = neutralise(cell);
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
