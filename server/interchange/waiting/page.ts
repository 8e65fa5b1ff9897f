import { setImmediate as others } from 'node:timers/promises';
import type { Language } from '../../../domain/words/languages.ts';
import type { Db } from '../../database/database.ts';
import type { Found } from '../../paging.ts';
import { openProblems } from '../../words.ts';
import { type Judged, sayMissing, sayWhy } from '../apply/judge.ts';
import type { ImportRow, RowFilter } from '../contract.ts';
import { listRows, listRowTexts, readRows } from '../store.ts';
import type { ReadRow } from '../thread/plan-file.ts';
import type { JudgedRows } from './files.ts';

/** Rows searched before yielding. */
const filteredAtOnce = 5000;

/**
 * The page of rows that pass a filter on their translated texts, and the number of matches; only rows of the page are assembled.
 */
export async function pickPage(
  { rows, judged }: JudgedRows,
  { what, action, edited, q, limit, offset }: RowFilter,
  translate: (english: string) => string,
): Promise<Found<ImportRow>> {
  const wanted = q?.toLowerCase();
  if (what === undefined && action === undefined && edited === undefined && !wanted) {
    const page = rows.slice(offset, offset + limit);
    return { items: page.map((row, index) => toRow(row, judged[offset + index])), total: rows.length };
  }
  const items: ImportRow[] = [];
  let total = 0;
  for (const [index, row] of rows.entries()) {
    if (index % filteredAtOnce === 0) await others();
    const verdict = judged[index];
    if (what !== undefined && row.what !== what) continue;
    if (action !== undefined && (verdict?.action ?? 'refused') !== action) continue;
    if (edited !== undefined && verdict?.edited !== true) continue;
    if (
      wanted &&
      !isFound(wanted, { name: row.name, row: row.row, why: row.refused ?? sayWhy(verdict) }, translate)
    )
      continue;
    total += 1;
    if (total > offset && items.length < limit) items.push(toRow(row, verdict));
  }
  return { items, total };
}

/** The same page of an applied import: its texts are stored in English, and searched in the display language. */
export async function pickStoredPage(
  db: Db,
  importId: string,
  filter: RowFilter,
  language: Language,
): Promise<Found<ImportRow>> {
  if (!filter.q || language === 'en') return listRows(db, importId, filter);
  const { q, limit, offset } = filter;
  const translate = openProblems(language);
  const texts = await listRowTexts(db, importId, filter);
  const numbers = texts.filter((row) => isFound(q.toLowerCase(), row, translate)).map(({ number }) => number);
  return {
    items: await readRows(db, importId, numbers.slice(offset, offset + limit)),
    total: numbers.length,
  };
}

/** Whether the displayed name, place or reason of a row contains a text. */
function isFound(
  wanted: string,
  { name, row, why }: Pick<ImportRow, 'name' | 'row' | 'why'>,
  translate: (english: string) => string,
): boolean {
  const shown = [name ?? '', translate(row), translate(why ?? '')];
  return shown.some((text) => text.toLowerCase().includes(wanted));
}

function toRow(row: ReadRow, judged: Judged | undefined): ImportRow {
  const { number, row: place, what, name, refused, leftover } = row;
  const { action = 'refused', edited = false, source = null } = judged ?? {};
  return {
    number,
    row: place,
    what,
    name,
    action,
    why: refused ?? sayWhy(judged),
    edited,
    leftover: judged === undefined ? leftover : [...leftover, ...sayMissing(judged)],
    object:
      source === null
        ? null
        : { id: source.object_id, mission_id: source.scope === '' ? null : source.scope },
  };
}
