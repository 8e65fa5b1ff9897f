import Sqlite from 'better-sqlite3';
import { DatabaseRefused } from './refused.ts';

/**
 * Opens a connection with the pragmas required for durability, and reads each of them back. Refuses (DatabaseRefused) a damaged
 * file, or one that SQLite can't run in WAL mode with synchronous=FULL.
 */
export function connect(file: string, options: Sqlite.Options): Sqlite.Database {
  const sqlite = new Sqlite(file, options);
  try {
    applyPragmas(sqlite);
  } catch (error) {
    sqlite.close();
    throw toDamageRefusal(error) ?? error;
  }
  // SQLite's own lower() only handles ASCII; a search for "école" should find "ÉCOLE".
  for (const name of ['lower', 'fold_case']) {
    sqlite.function(name, { deterministic: true }, (text) =>
      typeof text === 'string' ? text.toLowerCase() : text,
    );
  }
  return sqlite;
}

/** Settings of a connection, as SQLite reports them. */
const pragmas = {
  busy_timeout: 5000,
  journal_mode: 'wal',
  // We checkpoint ourselves, for the page sums.
  wal_autocheckpoint: 0,
  // In better-sqlite3's build, a reopened WAL database runs at NORMAL (1), which loses acknowledged writes.
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  checkpoint_fullfsync: 1,
  cache_size: -65536,
  temp_store: 2,
} as const;

function applyPragmas(sqlite: Sqlite.Database): void {
  for (const [name, value] of Object.entries(pragmas)) {
    sqlite.pragma(`${name} = ${value}`);
    const answer = sqlite.pragma(name, { simple: true });
    if (answer !== value) {
      throw new DatabaseRefused(`the database does not take ${name} = ${value} (it answers "${answer}")`);
    }
  }
}

/** The refusal for a file that SQLite reports as damaged or not a database; null for any other error. */
export function toDamageRefusal(error: unknown): DatabaseRefused | null {
  if (!(error instanceof Sqlite.SqliteError) || !/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return null;
  return new DatabaseRefused(`the database is damaged (${error.message}): restore a backup`, 'damaged');
}
