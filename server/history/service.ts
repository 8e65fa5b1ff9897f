import type Sqlite from 'better-sqlite3';
import type { RecordedObject, RecordedVerb } from '../../domain/history.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import type { Services } from '../database/services.ts';
import { judgeStorageError } from '../database/storage-errors.ts';
import { findView, wholly } from '../database/view.ts';
import { invalid, notFound } from '../errors.ts';
import type { Found, Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import type { AuditEntry, Entry, SealedEntry, WholeEntry } from './contract.ts';
import { Downloads } from './downloads.ts';
import { type Proven, proven } from './proof.ts';
import { Rebuilding } from './rebuild.ts';
import * as rules from './rules.ts';
import {
  type Author,
  type Fields,
  type Head,
  listChanges,
  type NewEntry,
  type Place,
  parseChanges,
  type StoredEntry,
  sealEntry,
  toShownChanges,
} from './rules.ts';
import { keepEntry, keepSeals, sealOlderRows as sealOlder } from './seals/service.ts';
import { hasSealsIn, sealTouchedIn } from './seals/store.ts';
import { withoutTelling } from './shown.ts';
import * as store from './store.ts';
import { verifyHistory as verify } from './verify.ts';

export type { Author, Head } from './rules.ts';

export type Recorded = {
  at: string;
  by: Author;
  verb: RecordedVerb;
  object: RecordedObject;
  id: string | null;
  place?: Place;
  /** The fields before the write; null for a created object. */
  before?: Fields | null | undefined;
  /** The fields after it; null for a removed object. */
  after?: Fields | null | undefined;
};

/**
 * Records a write in its transaction, and returns whether it did: a change that leaves every field as it was is not recorded.
 * Entries are written in batches, the last ones at commit, with the seals of the rows written until then. Refuses nothing.
 */
export async function recordWrite(trx: Trx, write: Recorded): Promise<boolean> {
  if (isToldOtherwise.get(trx)?.(write)) return true;
  const entry = toEntry(write);
  if (entry === null) return false;
  await wholly(() => keepEntry(trx, entry));
  return true;
}

const isToldOtherwise = new WeakMap<Trx, (write: Recorded) => boolean>();

/**
 * From here on, writes that `isTold` selects get no entry of their own in this transaction: the caller records one for all of
 * them.
 */
export function recordTogether(trx: Trx, isTold: (write: Recorded) => boolean): void {
  isToldOtherwise.set(trx, isTold);
}

/** Records a write with SQLite's own handle. Refuses nothing. */
export function recordWriteInto(sqlite: Sqlite.Database, write: Recorded): void {
  const entry = toEntry(write);
  if (entry === null) return;
  const seals = hasSealsIn(sqlite) ? sealTouchedIn(sqlite) : null;
  store.insertEntryInto(sqlite, sealEntry(store.readHeadOf(sqlite), { ...entry, seals }));
}

/**
 * Records an event without a write, in its own transaction: a download, a refusal. On a full disk it is left out, since reading
 * must still work.
 */
export async function recordEvent(db: Db, event: Recorded): Promise<void> {
  try {
    await inTransaction(db, (trx) => recordWrite(trx, event));
  } catch (error) {
    if (judgeStorageError(error) !== 'full') throw error;
  }
}

type Download = Required<Pick<Recorded, 'object' | 'id' | 'after'>> & Pick<Recorded, 'place'>;

/**
 * Makes a function that records the download or view of an opened file, each once per session and ten minutes; the file is closed
 * on failure.
 */
export function createDownloadRecorder(db: Db, now: Now) {
  const downloads = new Downloads(now);
  return async (
    user: Principal,
    file: Download,
    opened: { close(): Promise<void> },
    verb: 'downloaded' | 'viewed' = 'downloaded',
  ): Promise<void> => {
    if (!downloads.isFirst(user, `${verb} ${file.id}`)) return;
    try {
      await recordEvent(db, { ...file, at: isoTime(now()), by: user, verb });
    } catch (error) {
      await opened.close();
      throw error;
    }
  };
}
export type DownloadRecorder = ReturnType<typeof createDownloadRecorder>;

function toEntry({ before = null, after = null, ...about }: Recorded): NewEntry | null {
  const changes = listChanges(before, after);
  const isChange = before !== null && after !== null;
  if (isChange && Object.keys(changes).length === 0) return null;
  return { ...about, changes };
}

/** The newest entry, to be noted and later compared with the history. */
export const readHead: (db: Db) => Promise<Head> = store.readHead;

/** The same with its time; null when there is none. */
export const findNewest: typeof store.findNewest = store.findNewest;

/** Whether the history still contains this head, as sealed. */
export async function holdsHead(db: Db, { seq, hash }: Head): Promise<boolean> {
  const entry = await store.findEntry(db, seq);
  return entry !== null && entry.hash === hash && rules.isIntact(entry);
}

/**
 * Changes in the entries of an object, the newest 200 that pass the filter, newest first: null for an erased entry, `forged` for
 * one that no longer matches its seal.
 */
export async function listSealedChanges(
  db: Db,
  filter: Required<Pick<store.EntryFilter, 'object_type' | 'object_id' | 'verb'>> &
    Pick<store.EntryFilter, 'since'>,
): Promise<(rules.Changes | null | 'forged')[]> {
  const { items } = await inSnapshot(db, (trx) =>
    store.listEntries(trx, { ...filter, limit: 200, offset: 0 }),
  );
  return items.map((entry) => (rules.isIntact(entry) ? parseChanges(entry.changes_json) : 'forged'));
}

/** Whether any of these missions, at most a few hundred, was written since the newest entry about an object. */
export async function areWrittenSince(
  db: Db,
  missionIds: readonly string[],
  { object, id }: { object: RecordedObject; id: string },
): Promise<boolean> {
  if (missionIds.length === 0) return false;
  const seq = await store.findNewestOf(db, object, id);
  return seq !== null && (await store.isWrittenSince(db, missionIds, seq));
}

/**
 * Where something was written after one entry and up to another: the missions, and the types of objects. Null if these are more than
 * `most` entries.
 */
export function listWrittenSince(
  db: Db,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<store.Written[] | null> {
  if (upTo - after > most) return Promise.resolve(null);
  return wholly(() => store.listWritten(db, { after, upTo }));
}

/** The moves of these tests in a mission, with their authors, oldest first. The caller has checked access. */
export const listMoves: typeof store.listMoves = store.listMoves;

/** A page of the entries that pass the filter, newest first. The caller has checked access. */
export async function listHistory(db: Db, filter: store.EntryFilter & Paging): Promise<Found<Entry>> {
  return inSnapshot(db, async (trx) => {
    const { items, total } = await store.listEntries(trx, filter);
    return { items: await tellShown(trx, items.map(toShown)), total };
  });
}

/** Every entry about one object, newest first. The caller has checked access. */
export async function listHistoryOf(trx: Trx, type: 'finding', id: string): Promise<Entry[]> {
  return tellShown(trx, (await store.listEntriesOf(trx, type, id)).map(toShown));
}

/** The same with the seals, and the names of tests and simulations. */
export function listAudit(db: Db, filter: store.EntryFilter & Paging): Promise<Found<AuditEntry>> {
  return inSnapshot(db, async (trx) => {
    const { items, total } = await store.listEntries(trx, filter);
    const names = (table: 'mission_tests' | 'simulations', column: 'test_id' | 'simulation_id') =>
      store.nameThings(
        trx,
        table,
        items.map((entry) => entry[column]),
      );
    const tests = await names('mission_tests', 'test_id');
    const simulations = await names('simulations', 'simulation_id');
    const named = items.map((entry) => ({
      ...toSealed(entry),
      test_name: tests.get(entry.test_id ?? '') ?? null,
      simulation_name: simulations.get(entry.simulation_id ?? '') ?? null,
    }));
    return { items: await tellShown(trx, named), total };
  });
}

/**
 * An entry with its full changed texts, if they can be derived from the current ones. Refuses `not_found` an entry of another
 * place. The caller has checked access.
 */
export function readEntry(
  db: Db,
  seq: number,
  place: Readonly<Record<string, string>> = {},
): Promise<WholeEntry> {
  return inSnapshot(db, async (trx) => {
    const entry = await store.findEntry(trx, seq);
    const isThere = Object.entries(place).every(([name, id]) => entry?.[name as keyof StoredEntry] === id);
    if (entry === null || !isThere) throw notFound('Entry');
    const [shown] = await tellShown(trx, [{ ...toShown(entry), whole: await rebuild(trx, entry) }]);
    return shown as WholeEntry;
  });
}

/** Without the fields that tell of hidden tests, where there were any. */
async function tellShown<E extends Entry & Partial<Pick<WholeEntry, 'whole'>>>(
  trx: Trx,
  entries: E[],
): Promise<E[]> {
  if (findView() === null) return entries;
  const missions = [...new Set(entries.flatMap(({ mission_id }) => mission_id ?? []))];
  const veiled = new Set(await store.listVeiled(trx, missions));
  return entries.map((entry) => {
    if (entry.test_id !== null || !veiled.has(entry.mission_id ?? '')) return entry;
    return {
      ...entry,
      changes: entry.changes && withoutTelling(entry.changes),
      ...(entry.whole && { whole: withoutTelling(entry.whole) }),
    };
  });
}

async function rebuild(trx: Trx, entry: StoredEntry): Promise<WholeEntry['whole']> {
  const changes = parseChanges(entry.changes_json);
  if (changes === null) return null;
  const { object_type, object_id } = entry;
  const isProven = object_id !== null && Object.hasOwn(proven, object_type);
  const rebuilding = new Rebuilding(
    changes,
    isProven ? await store.readTexts(trx, object_type as Proven, object_id) : {},
  );
  if (rebuilding.goesOn) {
    for await (const later of store.listLaterChanges(trx, entry)) {
      rebuilding.stepBack(parseChanges(later));
      if (!rebuilding.goesOn) break;
    }
  }
  return rebuilding.end();
}

/**
 * Erases the changes of an entry for good, and records that. Refuses `invalid` an unknown number; an entry that is already erased
 * stays unchanged.
 */
export function eraseEntry(
  { db, now }: Services,
  user: Principal,
  { seq, reason }: { seq: number; reason: string },
): Promise<SealedEntry> {
  return inTransaction(db, async (trx) => {
    const entry = await store.findEntry(trx, seq);
    if (entry === null) throw invalid('seq', `no entry has the number ${seq}`);
    if (entry.changes_json !== null) {
      await keepSeals(trx, entry.changes_json);
      await store.eraseChanges(trx, seq);
      await recordWrite(trx, {
        at: isoTime(now()),
        by: user,
        verb: 'erased',
        object: 'history',
        id: String(seq),
        after: { reason },
      });
    }
    return toSealed({ ...entry, changes_json: null });
  });
}

const exportedAtOnce = 200;

/**
 * Every entry after one, oldest first, each as a line of JSON; entries written during the export are left out. The export is
 * recorded.
 */
export async function* exportHistory({ db, now }: Services, by: Author, after = 0): AsyncGenerator<string> {
  await inTransaction(db, (trx) =>
    recordWrite(trx, {
      at: isoTime(now()),
      by,
      verb: 'exported',
      object: 'history',
      id: null,
      after: { after },
    }),
  );
  const upTo = (await store.readHead(db)).seq;
  for (let last = after; last < upTo; ) {
    const entries = await store.listNextEntries(db, { after: last, upTo, limit: exportedAtOnce });
    const newest = entries.at(-1);
    if (newest === undefined) return;
    for (const { changes_json, ...entry } of entries) {
      const changes = changes_json === null ? 'null' : changes_json;
      yield `${JSON.stringify(entry).slice(0, -1)},"changes":${changes}}\n`;
    }
    last = newest.seq;
  }
}

function toShown(entry: StoredEntry): Entry {
  const { actor_id, actor_name, changes_json } = entry;
  return {
    seq: entry.seq,
    at: entry.at,
    actor: actor_id === null ? null : { id: actor_id, display_name: actor_name ?? '' },
    via: entry.via,
    mission_id: entry.mission_id,
    test_id: entry.test_id,
    engagement_id: entry.engagement_id,
    simulation_id: entry.simulation_id,
    object_type: entry.object_type,
    object_id: entry.object_id,
    verb: entry.verb,
    changes: toShownChanges(changes_json),
  };
}

function toSealed(entry: StoredEntry): SealedEntry {
  const { digest, previous, hash } = entry;
  return { ...toShown(entry), digest, previous, hash };
}

/** Checks the whole history; see `verify.ts`. */
export const verifyHistory = verify;

/** The newest entry, read with SQLite's own handle. */
export const readHeadOf: (sqlite: Sqlite.Database) => Head = store.readHeadOf;

/** Parses the text of a head; null for another text. */
export const parseAnchor: (text: string) => Head | null = rules.parseAnchor;

/** A head as text. */
export const toAnchor: (head: Head) => string = rules.toAnchor;

/** Seals the rows written by an older program, unless that was done. */
export const sealOlderRows: (db: Db) => Promise<void> = sealOlder;
