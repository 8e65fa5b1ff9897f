import { randomBytes } from 'node:crypto';
import type { RecordedObject, RecordedVerb, RecordedVia } from '../../domain/history.ts';
import type { Row } from '../database/tables.ts';
import { type Json, toCanonical } from './canonical.ts';
import { compareTexts, digestOf, longestWhole, type TextDifference } from './difference.ts';
import { type Seals, sealsName } from './seals/rules.ts';

/** Value of a field before and after, or the change of a long one; `json` for the canonical text of a list that differs. */
export type Change = readonly [Json, Json] | TextDifference | (TextDifference & { json: true });
export type Changes = Record<string, Change>;

/** The fields of something as they are recorded. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields that an entry has itself, and fields that every write changes. */
const unrecorded = new Set(['id', 'updated_at', 'created_at', 'created_by', 'counts']);

/**
 * Changes of a write, by field: `before` is null for a created object, `after` for a removed one. A field that
 * only one of them has counts as null in the other when something is made or removed, and is left alone otherwise.
 */
export function listChanges(before: Fields | null, after: Fields | null): Changes {
  const changes: Changes = {};
  for (const name of Object.keys(after ?? before ?? {})) {
    if (unrecorded.has(name) || (before !== null && after !== null && !(name in before))) continue;
    const change = compareValues(toJson(before?.[name]), toJson(after?.[name]), after === null);
    if (change !== null) changes[name] = change;
  }
  return changes;
}

function compareValues(before: Json, after: Json, isGone: boolean): Change | null {
  if (before === after) return null;
  if (isTextOrNull(before) && isTextOrNull(after)) {
    if ((before ?? '').length <= longestWhole && (after ?? '').length <= longestWhole) return [before, after];
    // Nothing is left that the text could be rebuilt of.
    return isGone ? [abbreviate(before ?? ''), null] : compareTexts(before, after);
  }
  const [was, is] = [toCanonical(before), toCanonical(after)];
  if (was === is || (isEmpty(before) && isEmpty(after))) return null;
  if (was.length <= longestWhole && is.length <= longestWhole) return [before, after];
  return isGone ? [abbreviate(was), null] : { ...compareTexts(was, is), json: true };
}

function abbreviate(text: string): Json {
  return { length: text.length, sha256: digestOf(text) };
}

function isTextOrNull(value: Json): value is string | null {
  return value === null || typeof value === 'string';
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Without what JSON leaves out. */
function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  // As the database keeps it.
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : (value as Json);
}

/** Writer: a user by a request, or a process without one; `api` is a request of nobody known. */
export type Author = { id: string; displayName: string } | RecordedVia;

/** Where something stands in the exercise, so that what is written to it is found there. */
export type Place =
  | { mission_id: string; test_id?: string }
  | { engagement_id: string; simulation_id?: string };

export type NewEntry = {
  at: string;
  by: Author;
  verb: RecordedVerb;
  object: RecordedObject;
  id: string | null;
  place?: Place | undefined;
  changes: Changes;
  /** Of the rows that were written with it; null in a database that has none yet. */
  seals?: Seals | null;
};

/** An entry as it is stored. */
export type StoredEntry = Row<'audit_entries'>;

export type Head = { seq: number; hash: string };

/** Predecessor that the first entry names. */
export const beginning: Head = { seq: 0, hash: '0'.repeat(64) };

/** The entry that follows `head`. */
export function sealEntry(head: Head, entry: NewEntry): StoredEntry {
  const place: Partial<StoredEntry> = entry.place ?? {};
  const isPerson = typeof entry.by === 'object';
  const seals = entry.seals ? { [sealsName]: entry.seals } : {};
  const changes_json = toCanonical({ ...seals, ...entry.changes } as unknown as Json);
  const salt = makeSalt();
  const stored = {
    seq: head.seq + 1,
    at: entry.at,
    actor_id: isPerson ? (entry.by as { id: string }).id : null,
    actor_name: isPerson ? (entry.by as { displayName: string }).displayName : null,
    via: isPerson ? 'api' : (entry.by as string),
    mission_id: place.mission_id ?? null,
    test_id: place.test_id ?? null,
    engagement_id: place.engagement_id ?? null,
    simulation_id: place.simulation_id ?? null,
    object_type: entry.object,
    object_id: entry.id,
    verb: entry.verb,
    changes_json,
    salt,
    digest: digestChanges(salt, changes_json),
    previous: head.hash,
  };
  return { ...stored, hash: hashEntry(stored) };
}

const saltBytes = 16;
let random = Buffer.alloc(0);

/** Random bytes are drawn for many salts at once: drawing them costs as much as all the rest of an entry. */
function makeSalt(): string {
  if (random.length === 0) random = randomBytes(256 * saltBytes);
  const salt = random.toString('hex', 0, saltBytes);
  random = random.subarray(saltBytes);
  return salt;
}

/** Takes a salt and changes as they are stored, returns the digest that stands for them in the hash of an entry. */
export function digestChanges(salt: string, changesJson: string): string {
  return digestOf(salt + changesJson);
}

/** Fields under the hash of an entry, in the order of its canonical form: the digest of its changes stands for them. */
const hashedFields = [
  'actor_id',
  'actor_name',
  'at',
  'digest',
  'engagement_id',
  'mission_id',
  'object_id',
  'object_type',
  'previous',
  'seq',
  'simulation_id',
  'test_id',
  'verb',
  'via',
] as const satisfies (keyof StoredEntry)[];

/** The hash of an entry: of the canonical form of everything in it but its changes and their salt. */
export function hashEntry(entry: Omit<StoredEntry, 'hash'>): string {
  const fields = hashedFields.map((name) => `"${name}":${toCanonical(entry[name])}`);
  return digestOf(`{${fields.join(',')}}`);
}

/** Whether an entry is as it was sealed, whatever was erased of it. */
export function isIntact(entry: StoredEntry): boolean {
  const { salt, changes_json, digest } = entry;
  const areChanges = changes_json === null || (salt !== null && digestChanges(salt, changes_json) === digest);
  return areChanges && hashEntry(entry) === entry.hash;
}

/** `seq:hash` as it is written down; null when the text is none. */
export function parseAnchor(text: string): Head | null {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  return match === null ? null : { seq: Number(match[1]), hash: match[2] as string };
}

/** The head of the history as it is written down: `seq:hash`. */
export function toAnchor({ seq, hash }: Head): string {
  return `${seq}:${hash}`;
}

/** Changes of an entry, without the seals of rows; null once they are erased. */
export function parseChanges(changesJson: string | null): Changes | null {
  if (changesJson === null) return null;
  try {
    const { [sealsName]: _seals, ...changes } = JSON.parse(changesJson);
    return changes;
  } catch {
    // Somebody has written into the database; `verify` says so.
    return null;
  }
}

/** The longest part of a text that a list shows. */
const longestShown = 4096;

/** Changes as lists show them, without texts that are too long; null once they are erased. */
export function toShownChanges(changesJson: string | null): Record<string, unknown> | null {
  const changes = parseChanges(changesJson);
  if (changes === null) return null;
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      if (Array.isArray(change) || typeof change !== 'object' || change === null) return [name, change];
      const { removed, ...difference } = change as TextDifference;
      const isLong = removed.length > longestShown;
      return [name, { ...difference, removed: isLong ? null : removed, removed_length: removed.length }];
    }),
  );
}
