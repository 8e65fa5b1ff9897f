import Sqlite from 'better-sqlite3';
import type { Proof } from '../../database/seals/proof.ts';
import { proofs } from '../../database/seals/proofs.ts';
import { findDifference, isSealOf, readSeals, sealRows, sealsName } from './rules.ts';
import { iterateRows } from './store.ts';

type Sealed = { key: string; seq: number; seal: string | null };

/**
 * Rows that differ from the newest entry about them, one line each and at most `most`: changed, deleted without an entry or
 * present without one. Reports nothing for a database that has no seals yet. Changes nothing; its working data goes into a
 * temporary file.
 */
export function findUnsealed(sqlite: Sqlite.Database, most: number): string[] {
  const newest = openTemporary();
  try {
    const problems: string[] = [];
    if (!collectNewest(sqlite, newest, problems)) return [];
    for (const proof of proofs.values()) {
      for (const problem of compareRows(sqlite, newest, proof)) {
        problems.push(problem);
        if (problems.length >= most) return problems;
      }
    }
    return problems;
  } finally {
    newest.close();
  }
}

function openTemporary(): Sqlite.Database {
  const sqlite = new Sqlite('');
  sqlite.pragma('journal_mode = OFF');
  sqlite.exec(`create table newest (proof text not null, key text not null, seq integer not null, seal text,
    primary key (proof, key)) without rowid`);
  return sqlite;
}

type Sealing = { seq: number; verb: string; object_id: string | null; changes_json: string };

/** Keeps the newest seal of each row and reports erasures that change one; returns whether there are any seals. */
function collectNewest(sqlite: Sqlite.Database, newest: Sqlite.Database, problems: string[]): boolean {
  const entries = sqlite
    .prepare(
      `select seq, verb, object_id, changes_json from audit_entries where changes_json like ? order by seq`,
    )
    .iterate(`{"${sealsName}":%`) as Iterable<Sealing>;
  const find = newest.prepare('select seq, seal from newest where proof = ? and key = ?');
  const keep = newest.prepare('insert or replace into newest (proof, key, seq, seal) values (?, ?, ?, ?)');
  let isAny = false;
  newest.transaction(() => {
    for (const { seq, verb, object_id, changes_json } of entries) {
      isAny = true;
      const erased = verb === 'erased' ? Number(object_id) : null;
      for (const [proof, keys] of Object.entries(readSeals(changes_json) ?? {})) {
        for (const [key, seal] of Object.entries(keys)) {
          const known = erased === null ? undefined : (find.get(proof, key) as Sealed | undefined);
          // An erasure repeats the seals of the erased entry, unless a later entry has others.
          if (known !== undefined && known.seq > (erased as number) && !isSealOf(known.seal, seal)) {
            problems.push(
              `entry ${seq} of the history seals the erased changes differently from entry ${known.seq}`,
            );
          }
          keep.run(proof, key, seq, seal);
        }
      }
    }
  })();
  return isAny;
}

/** Goes through the rows of a proof and their seals in parallel, both in key order. */
function* compareRows(sqlite: Sqlite.Database, newest: Sqlite.Database, proof: Proof): Generator<string> {
  const seals = newest
    .prepare('select key, seq, seal from newest where proof = ? order by key')
    .iterate(proof.name) as IterableIterator<Sealed>;
  const nextSeal = () => seals.next().value as Sealed | undefined;
  let sealed = nextSeal();
  try {
    for (const { key, rows } of iterateRows(sqlite, proof)) {
      for (; sealed !== undefined && isBefore(sealed.key, key); sealed = nextSeal()) {
        if (sealed.seal !== null) yield tellLost(proof, sealed);
      }
      if (sealed?.key !== key) {
        yield tellUnmade(proof, key);
        continue;
      }
      const problem = judge(proof, sealed, sealRows(proof, key, rows) as string);
      if (problem !== null) yield problem;
      sealed = nextSeal();
    }
    for (; sealed !== undefined; sealed = nextSeal()) if (sealed.seal !== null) yield tellLost(proof, sealed);
  } finally {
    seals.return?.();
  }
}

function judge(proof: Proof, { key, seq, seal }: Sealed, present: string): string | null {
  if (seal === null) return tellRemoved(proof, { key, seq });
  if (isSealOf(seal, present)) return null;
  const field = proof.part ?? findDifference(proof, seal, present) ?? 'values';
  return `entry ${seq} of the history does not match the ${field} of the ${proof.object} ${toShown(key)}`;
}

/** All parts may be gone while the object still exists. */
function tellLost({ part, object }: Proof, { key, seq }: Sealed): string {
  return part === null
    ? `entry ${seq} of the history left the ${object} ${toShown(key)}, which is gone without an entry of its removal`
    : `entry ${seq} of the history left the ${part} of the ${object} ${toShown(key)}, which is gone without an entry of its removal`;
}

function tellRemoved({ part, object }: Proof, { key, seq }: Pick<Sealed, 'key' | 'seq'>): string {
  return part === null
    ? `entry ${seq} of the history removed the ${object} ${toShown(key)}, which still exists`
    : `entry ${seq} of the history removed the ${part} of the ${object} ${toShown(key)}, which still exists`;
}

function tellUnmade({ part, object }: Proof, key: string): string {
  return part === null
    ? `no entry of the history created the ${object} ${toShown(key)}`
    : `no entry of the history created the ${part} of the ${object} ${toShown(key)}`;
}

/** A forger of the file can write any text for an identifier. */
function toShown(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : 'without an identifier';
}

/** In SQLite's text order, by bytes. */
function isBefore(one: string, other: string): boolean {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
}
