import { randomBytes } from 'node:crypto';
import { type RecordedObject, type RecordedVerb, type RecordedVia, viaToken } from '../../domain/history.ts';
import type { Row } from '../database/tables.ts';
import { type Json, toCanonical } from './canonical.ts';
import { compareTexts, digestOf, longestWhole, type TextDifference } from './difference.ts';
import { type Seals, sealsName } from './seals/rules.ts';

/** Value of a field before and after, or the change of a long one; `json` for the canonical text of a changed list. */
export type Change = readonly [Json, Json] | TextDifference | (TextDifference & { json: true });
export type Changes = Record<string, Change>;

/** The recorded fields of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields stored in the entry itself, and fields changed by every write. */
const unrecorded = new Set(['id', 'updated_at', 'created_at', 'created_by', 'counts']);

/**
 * Changes of a write, by field: `before` is null for a created object, `after` for a removed one. A field present in only one
 * counts as null in the other when something is created or removed, and is otherwise ignored.
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
    // Nothing is left to derive the text from.
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

/** Without fields that JSON omits. */
function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  // As the database stores it.
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : (value as Json);
}

/** The author of a write: a user or, without one, the kind of process; `api` is an anonymous request. */
export type Author = { id: string; displayName: string; token?: { name: string } | undefined } | RecordedVia;

/** Place of an object in the exercise, so that its history is found there. */
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
  /** Seals of the rows written with it; null in a database that has none yet. */
  seals?: Seals | null;
};

/** An entry as it is stored. */
export type StoredEntry = Row<'audit_entries'>;

export type Head = { seq: number; hash: string };

/** Predecessor of the first entry. */
export const beginning: Head = { seq: 0, hash: '0'.repeat(64) };

/** The entry that follows `head`. */
export function sealEntry(head: Head, entry: NewEntry): StoredEntry {
  const place: Partial<StoredEntry> = entry.place ?? {};
  const seals = entry.seals ? { [sealsName]: entry.seals } : {};
  const changes_json = toCanonical({ ...seals, ...entry.changes } as unknown as Json);
  const salt = makeSalt();
  const stored = {
    seq: head.seq + 1,
    at: entry.at,
    ...describeAuthor(entry.by),
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

function describeAuthor(by: Author): Pick<StoredEntry, 'actor_id' | 'actor_name' | 'via'> {
  if (typeof by === 'string') return { actor_id: null, actor_name: null, via: by };
  return {
    actor_id: by.id,
    actor_name: by.displayName,
    via: by.token === undefined ? 'api' : viaToken(by.token.name),
  };
}

const saltBytes = 16;
let random = Buffer.alloc(0);

/** Random bytes are drawn for many salts at once: drawing them costs as much as the rest of an entry. */
function makeSalt(): string {
  if (random.length === 0) random = randomBytes(256 * saltBytes);
  const salt = random.toString('hex', 0, saltBytes);
  random = random.subarray(saltBytes);
  return salt;
}

/** Takes a salt and changes as stored, returns the digest that represents them in the hash of an entry. */
export function digestChanges(salt: string, changesJson: string): string {
  return digestOf(salt + changesJson);
}

/** The hash of an entry: over the canonical form of everything in it except its changes and their salt. */
export function hashEntry(entry: Omit<StoredEntry, 'hash'>): string {
  // The fields in canonical order.
  return digestOf(
    JSON.stringify({
      actor_id: entry.actor_id,
      actor_name: entry.actor_name,
      at: entry.at,
      digest: entry.digest,
      engagement_id: entry.engagement_id,
      mission_id: entry.mission_id,
      object_id: entry.object_id,
      object_type: entry.object_type,
      previous: entry.previous,
      seq: entry.seq,
      simulation_id: entry.simulation_id,
      test_id: entry.test_id,
      verb: entry.verb,
      via: entry.via,
    }),
  );
}

/** Whether an entry is as sealed, even if parts were erased. */
export function isIntact(entry: StoredEntry): boolean {
  const { salt, changes_json, digest } = entry;
  const areChanges = changes_json === null || (salt !== null && digestChanges(salt, changes_json) === digest);
  return areChanges && hashEntry(entry) === entry.hash;
}

/** Parses an anchor, `seq:hash`; null for any other text. */
export function parseAnchor(text: string): Head | null {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  return match === null ? null : { seq: Number(match[1]), hash: match[2] as string };
}

/** The head of the history as text: `seq:hash`. */
export function toAnchor({ seq, hash }: Head): string {
  return `${seq}:${hash}`;
}

/** Changes of an entry, without the seals of rows; null once erased. */
export function parseChanges(changesJson: string | null): Changes | null {
  if (changesJson === null) return null;
  try {
    const { [sealsName]: _seals, ...changes } = JSON.parse(changesJson);
    return changes;
  } catch {
    // Someone has written into the database; `verify` reports it.
    return null;
  }
}

/** The longest part of a text shown in a list. */
const longestShown = 4096;

/** Changes as lists show them, without very long texts; null once erased. */
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
