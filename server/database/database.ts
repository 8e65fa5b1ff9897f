import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, type QueryResult, SqliteDialect, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What a store takes: the database itself or an open transaction of it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export type OpenedDatabase = {
  db: Db;
  /** SQLite's own handle, for what only it can do: back-up, integrity checks, checkpoints. */
  sqlite: Sqlite.Database;
  close(): Promise<void>;
};

export class DatabaseRefused extends Error {}

/**
 * Opens one connection with the pragmas durability needs and reads each of them back.
 * Refuses (DatabaseRefused) a file that SQLite can't run in WAL mode with synchronous=FULL.
 */
export function openDatabase(file: string, options: { mustExist?: boolean } = {}): OpenedDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!options.mustExist) {
    // SQLite would create the file with the process's umask; the record of an exercise is its owner's alone.
    closeSync(openSync(file, 'a', 0o600));
  }
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    applyPragmas(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  // SQLite's own lower() knows ASCII alone; a search for "école" should find "ÉCOLE".
  sqlite.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  const statements = new Map<string, Sqlite.Statement>();
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => sqlite.close(),
        // Kysely prepares every query anew; a statement cache by text makes point reads more than three times as fast.
        prepare: (text) => {
          let statement = statements.get(text);
          if (statement === undefined) {
            statement = sqlite.prepare(text);
            if (statements.size >= 1000) statements.delete(statements.keys().next().value as string);
            statements.set(text, statement);
          }
          return statement as never;
        },
      },
    }),
  });
  return { db, sqlite, close: () => db.destroy() };
}

function applyPragmas(sqlite: Sqlite.Database): void {
  sqlite.pragma('busy_timeout = 5000');
  const mode = sqlite.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal')
    throw new DatabaseRefused(`the database can't be put into WAL mode (it answered "${mode}")`);
  // better-sqlite3 is compiled so that a reopened WAL database runs at NORMAL, which loses acknowledged writes.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('trusted_schema = OFF');
  sqlite.pragma('cell_size_check = ON');
  sqlite.pragma('checkpoint_fullfsync = ON');
  sqlite.pragma('cache_size = -65536');
  sqlite.pragma('temp_store = MEMORY');
  if (
    sqlite.pragma('synchronous', { simple: true }) !== 2 ||
    sqlite.pragma('foreign_keys', { simple: true }) !== 1
  ) {
    throw new DatabaseRefused('the database does not take synchronous=FULL and foreign_keys=ON');
  }
}

/** Runs `work` in one transaction: all of it is written, or nothing. Inside it only the database may be awaited. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

/** Makes what a folder lists durable; without it a new or renamed file can vanish with the power. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

type Compilable<R> = { compile(): CompiledQuery<R> };

/**
 * A query compiled once and run many times: building and compiling the same query costs more than running it.
 * `build` gets placeholders by name; every parameter of the query must be one of them or a constant.
 */
export function prepared<P extends Record<string, unknown>, R>(
  build: (db: Db, parameter: <K extends keyof P>(name: K) => P[K]) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  return async (db, parameters) => {
    compiled ??= build(db, (name) => new Placeholder(name as string) as never).compile();
    const query = {
      ...compiled,
      parameters: compiled.parameters.map((item) =>
        item instanceof Placeholder ? parameters[item.name] : item,
      ),
    };
    const result: QueryResult<R> = await db.executeQuery(query);
    return result.rows;
  };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
