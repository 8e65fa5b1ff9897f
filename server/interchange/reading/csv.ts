import { CsvError, parse } from 'csv-parse/sync';
import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';

const delimiters = [',', ';', '\t'] as const;
/** Limit for a whole table: even an empty cell takes memory. */
const mostDelimiters = 4_000_000;
/** In characters: a cell of 10 MB refuses its row, one of 60 MB the whole file. */
const longestRow = 12 * 1024 * 1024;

/**
 * Takes CSV text, returns its rows, the head first; cells are unchanged. Rows may differ in length, empty lines are skipped. The
 * separator is guessed from the head. Refuses unclosed quotes, and too many rows.
 */
export function parseCsv(text: string): string[][] {
  const delimiter = findDelimiter(text);
  if (countUpTo(mostDelimiters, text, delimiter) >= mostDelimiters) {
    throw new ImportRefusal('The table has more cells than can be read at once');
  }
  const rows = parseRows(text, delimiter);
  if (rows.length > importBounds.rows + 1) {
    throw new ImportRefusal(`The table has more than ${importBounds.rows} rows`);
  }
  return rows;
}

function countUpTo(most: number, text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1 && count < most; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

function parseRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      max_record_size: longestRow,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: importBounds.rows + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines: line, code } = error;
    throw new ImportRefusal(
      typeof line === 'number'
        ? `The table is not valid CSV: line ${line}: ${describe(code)}`
        : `The table is not valid CSV: ${describe(code)}`,
    );
  }
}

function describe(code: string): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'a row is longer than can be read';
  return code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote does not end' : 'a cell can’t be told from the next one';
}

/**
 * The most frequent separator of the first line, outside quotes. If the first line is a title, which lacks the separator of the
 * lines below, the line among those with the most separators decides.
 */
function findDelimiter(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, linesLookedAt)
    .filter((line) => line.trim() !== '');
  const [head = '', ...below] = lines;
  const count = (line: string, sign: string) => line.split(sign).length - 1;
  const most = (line: string) =>
    delimiters
      .map((sign) => ({ sign, count: count(line, sign) }))
      .reduce((best, next) => (next.count > best.count ? next : best));
  const first = most(head);
  const cut = below.filter((line) => count(line, first.sign) > 0);
  const isCut = first.count > 0 && cut.length * 2 >= below.length;
  if (isCut && below.every((line) => most(line).count <= first.count * 2 + 1)) return first.sign;
  const best = below.map(most).reduce((best, next) => (next.count > best.count ? next : best), first);
  const isRegular =
    below.filter((line) => count(line, best.sign) === best.count).length > 1 || below.length === 1;
  return isRegular || first.count === 0 ? best.sign : first.sign;
}

const linesLookedAt = 12;
