import { setImmediate as others } from 'node:timers/promises';
import type { Found } from '../../paging.ts';
import { type Judged, sayMissing, sayWhy } from '../apply/judge.ts';
import type { ImportRow, RowFilter } from '../contract.ts';
import type { ReadRow } from '../thread/plan-file.ts';
import type { JudgedRows } from './files.ts';

/** Of those that are looked through before others get their turn. */
const filteredAtOnce = 5000;

/** The page of rows that pass a filter, and how many do; only those of the page are put together. */
export async function pickPage(
  { rows, judged }: JudgedRows,
  { what, action, edited, q, limit, offset }: RowFilter,
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
    const texts = (): (string | null)[] => [row.name, row.row, row.refused ?? sayWhy(verdict)];
    if (wanted && !texts().some((text) => text?.toLowerCase().includes(wanted))) continue;
    total += 1;
    if (total > offset && items.length < limit) items.push(toRow(row, verdict));
  }
  return { items, total };
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
