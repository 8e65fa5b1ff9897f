import type { Db } from '../database/database.ts';
import { notFound } from '../errors.ts';
import type { Entry, WholeEntry } from '../history/contract.ts';
import { listHistory, readEntry } from '../history/service.ts';
import type { Found } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { readsSightingsOf, seesMission } from './visibility.ts';

/** The field of a mission that names another one, which its readers need not see. */
const reference = 'retest_of';

/** A page of a mission's history, newest first; red gets no sightings unless they are shown to it. The caller has checked access. */
export async function listMissionHistory(
  db: Db,
  user: Principal,
  filter: Parameters<typeof listHistory>[1] & { mission_id: string },
): Promise<Found<Entry>> {
  const { items, total } = await listHistory(db, {
    ...filter,
    without: (await readsSightingsOf(db, user, filter.mission_id)) ? undefined : 'sighting',
  });
  const shown: Entry[] = [];
  for (const entry of items) shown.push(await withoutUnseen(db, user, entry));
  return { items: shown, total };
}

/** An entry of it in full. Refuses `not_found`. The caller has checked access. */
export async function readMissionEntry(
  db: Db,
  user: Principal,
  seq: number,
  mission_id: string,
): Promise<WholeEntry> {
  const found = await readEntry(db, seq, { mission_id });
  if (found.object_type === 'sighting' && !(await readsSightingsOf(db, user, mission_id)))
    throw notFound('Entry');
  const entry = await withoutUnseen(db, user, found);
  if (entry.whole === null || reference in (entry.changes ?? {})) return entry;
  const { [reference]: _unseen, ...whole } = entry.whole;
  return { ...entry, whole };
}

async function withoutUnseen<E extends Entry>(db: Db, user: Principal, entry: E): Promise<E> {
  const change = entry.changes?.[reference];
  if (!Array.isArray(change)) return entry;
  for (const id of change) {
    if (typeof id !== 'string' || (await seesMission(db, user, id))) continue;
    const { [reference]: _unseen, ...changes } = entry.changes as Record<string, unknown>;
    return { ...entry, changes };
  }
  return entry;
}
