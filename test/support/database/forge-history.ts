import { randomBytes } from 'node:crypto';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { digestChanges, hashEntry, type StoredEntry } from '../../../server/history/rules.ts';

/** Folds texts as the program does for its indexes. */
const fold = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text);

/** Opens the database of a data folder without any write protection. */
export function openFile(dataDir: string): Sqlite.Database {
  const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
  for (const name of ['lower', 'fold_case']) sqlite.function(name, { deterministic: true }, fold);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.pragma('ignore_check_constraints = ON');
  return sqlite;
}

/** Writes into the database of a data folder, bypassing its protection; the history's triggers are restored afterwards. */
export function writeInto(dataDir: string, write: (sqlite: Sqlite.Database) => void): void {
  const sqlite = openFile(dataDir);
  const triggers = sqlite
    .prepare("select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit_entries'")
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger "${name}"`);
  write(sqlite);
  for (const { sql } of triggers) sqlite.exec(sql);
  sqlite.close();
}

/** Recreates all entries, changed by `change`, as an intact chain. */
export function remakeHistory(sqlite: Sqlite.Database, change: (entry: StoredEntry) => StoredEntry): void {
  const entries = sqlite.prepare('select * from audit_entries order by seq').all() as StoredEntry[];
  let previous = '0'.repeat(64);
  for (const entry of entries) {
    const { salt, changes_json, digest: known, ...rest } = { ...change(entry), previous };
    const digest = salt === null || changes_json === null ? known : digestChanges(salt, changes_json);
    const sealed = { ...rest, salt, changes_json, digest };
    previous = hashEntry(sealed);
    sqlite
      .prepare(
        `update audit_entries set verb = @verb, object_type = @object_type, object_id = @object_id,
          changes_json = @changes_json, salt = @salt, digest = @digest, previous = @previous, hash = @hash where seq = @seq`,
      )
      .run({ ...sealed, hash: previous });
  }
}

/** Adds an entry that records an erasure, sealed as by the program, with these seals of rows. */
export function forgeErasure(sqlite: Sqlite.Database, erased: number, seals: object = {}): void {
  const last = sqlite.prepare('select * from audit_entries order by seq desc limit 1').get() as StoredEntry;
  const salt = randomBytes(16).toString('hex');
  const changes_json = JSON.stringify({ $rows: seals, reason: [null, 'asked for'] });
  const entry = {
    ...last,
    seq: last.seq + 1,
    mission_id: null,
    test_id: null,
    object_type: 'history',
    object_id: String(erased),
    verb: 'erased',
    salt,
    changes_json,
    digest: digestChanges(salt, changes_json),
    previous: last.hash,
  };
  const sealed = { ...entry, hash: hashEntry(entry) };
  const names = Object.keys(sealed);
  sqlite
    .prepare(
      `insert into audit_entries (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
    )
    .run(sealed);
  sqlite.prepare('update audit_entries set changes_json = null, salt = null where seq = ?').run(erased);
}

/** Removes the seals from all entries, as if an older program had written them. */
export function forgetSeals(sqlite: Sqlite.Database): void {
  remakeHistory(sqlite, (entry) => {
    if (entry.changes_json === null) return entry;
    const { $rows: _seals, ...changes } = JSON.parse(entry.changes_json);
    // Keeps the order of the names.
    return { ...entry, changes_json: JSON.stringify(changes) };
  });
}
