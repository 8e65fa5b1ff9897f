import type { Entry } from '../../../server/history/contract.ts';

/** One line of a history: an entry, or several saves of one field by one person; newest first. */
export type Fold = { entries: readonly [Entry, ...Entry[]]; field: string | null };

const withinMs = 5 * 60_000;

/** Fields implied by another field, which is enough. */
const following: Readonly<Record<string, readonly string[]>> = {
  detection_level_source: ['detection_level_id', 'detection_level'],
  organisation: ['client'],
};
/** Fields for the place, which is shown separately. */
const places = new Set(['mission_id', 'test_id', 'engagement_id', 'simulation_id']);
/** Most informative fields, shown first. */
const first = ['name', 'title', 'kind', 'result', 'status', 'file_name', 'run_number', 'run_reason'];
/** The only fields shown when a run is closed or undone. */
const ofRuns = new Set(['run_number', 'run_reason']);

/** The displayed fields of an entry, in order. */
export function listShownFields({ changes, verb }: Pick<Entry, 'changes' | 'verb'>): string[] {
  const isRun = verb === 'run_again' || verb === 'taken_back';
  const fields = Object.keys(changes ?? {}).filter(
    (field) =>
      !places.has(field) &&
      (!isRun || ofRuns.has(field)) &&
      !following[field]?.some((other) => changes !== null && other in changes),
  );
  const rank = (field: string) => (first.includes(field) ? first.indexOf(field) : first.length);
  return fields.sort((a, b) => rank(a) - rank(b));
}

/**
 * Takes a history, newest first; returns it with one person's saves of one field within five minutes combined, unless someone
 * else wrote the field in between.
 */
export function foldEntries(entries: readonly Entry[]): Fold[] {
  const folds: { entries: [Entry, ...Entry[]]; field: string | null }[] = [];
  const open = new Map<string, (typeof folds)[number]>();
  for (const entry of entries) {
    const about = `${entry.object_type} ${entry.object_id} `;
    const fields = listShownFields(entry);
    const [field] = fields;
    if (entry.verb !== 'changed' || entry.actor === null || field === undefined || fields.length > 1) {
      closeAll(open, about, entry.changes === null ? null : fields);
      folds.push({ entries: [entry], field: null });
      continue;
    }
    const before = open.get(about + field);
    const newest = before?.entries[0];
    if (before !== undefined && newest?.actor?.id === entry.actor.id && isWithin(newest.at, entry.at)) {
      before.entries.push(entry);
      continue;
    }
    const fold = { entries: [entry] as [Entry], field };
    folds.push(fold);
    open.set(about + field, fold);
  }
  return folds;
}

/** Ends the folding of these fields, or of all fields if an erased entry names none. */
function closeAll(open: Map<string, unknown>, about: string, fields: readonly string[] | null): void {
  const ended =
    fields?.map((field) => about + field) ?? [...open.keys()].filter((key) => key.startsWith(about));
  for (const key of ended) open.delete(key);
}

function isWithin(newer: string, older: string): boolean {
  return Date.parse(newer) - Date.parse(older) <= withinMs;
}
