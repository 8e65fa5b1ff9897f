import { ImportRefusal } from '../../format.ts';
import { parseCsv } from '../../reading/csv.ts';
import type { Values } from '../../reading/values.ts';
import { fileFields, listFields } from './words.ts';

/**
 * Takes the CSV of an export, returns its records with their lists. Refuses (`ImportRefusal`) one without the columns of test
 * cases.
 */
export function readRecordsOfCsv(text: string): Values[] {
  const [head, ...rows] = parseCsv(text);
  if (head === undefined) return [];
  const columns = head.map((name) => name.trim());
  const missing = ['id', 'name', 'state'].filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new ImportRefusal(`The table has no column “${missing.join('”, “')}”.`);
  const lists = new Set<string>([...listFields, ...fileFields]);
  return rows.map((cells) =>
    Object.fromEntries(
      columns.map((name, index) => {
        const cell = cells[index] ?? '';
        return [name, lists.has(name) ? splitList(cell) : cell];
      }),
    ),
  );
}

/** Each entry has a bar; a piece without one continues the previous entry. */
function splitList(cell: string): string[] {
  if (cell === '') return [];
  const entries: string[] = [];
  for (const piece of cell.split(',')) {
    const last = entries.at(-1);
    if (piece.includes('|') || last === undefined) entries.push(piece.trimStart());
    else entries[entries.length - 1] = `${last},${piece}`;
  }
  return entries;
}
