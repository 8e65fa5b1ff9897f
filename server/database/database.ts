import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, type Transaction } from 'kysely';
import { type Place, SqliteConnection } from './connection.ts';
import { SingleConnectionDialect } from './dialect.ts';
import type { Tables } from './tables.ts';

/** What a store takes: the database itself or an open transaction of it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export type OpenedDatabase = {
  db: Db;
  /** SQLite's own handle, for what only it can do: backup, integrity checks, checkpoints. */
  sqlite: Sqlite.Database;
  close(): Promise<void>;
};

export type DatabaseRefusal = 'in_use' | 'not_writable' | 'newer' | 'damaged' | 'foreign' | 'unsuitable';

/** A data folder or database that is not opened; the message is one line that names it. */
export class DatabaseRefused extends Error {
  readonly reason: DatabaseRefusal;
  constructor(message: string, reason: DatabaseRefusal = 'unsuitable', options?: { cause: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/** The connection behind a database and behind each open transaction of it. */
const uses = new WeakMap<Db, { connection: SqliteConnection; place: Place }>();

/**
 * Opens one connection with the pragmas durability needs and reads each of them back. Refuses (DatabaseRefused) a file that
 * SQLite can't run in WAL mode with synchronous=FULL.
 */
export function openDatabase(file: string, options: { mustExist?: boolean } = {}): OpenedDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!options.mustExist) makePrivateFile(file);
  const sqlite = connect(file, { fileMustExist: true });
  const connection = new SqliteConnection(sqlite, () => connect(file, { readonly: true }));
  const db = new Kysely<Tables>({ dialect: new SingleConnectionDialect(connection) });
  uses.set(db, { connection, place: 'outside' });
  const close = async (): Promise<void> => {
    await db.destroy();
    // Kysely doesn't close a connection that it never used.
    connection.close();
  };
  return { db, sqlite, close };
}

function connect(file: string, options: Sqlite.Options): Sqlite.Database {
  const sqlite = new Sqlite(file, options);
  try {
    applyPragmas(sqlite);
  } catch (error) {
    sqlite.close();
    throw toDamageRefusal(error) ?? error;
  }
  // SQLite's own lower() knows ASCII alone; a search for "école" should find "ÉCOLE".
  sqlite.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return sqlite;
}

/** What a connection runs with, as SQLite answers it. */
const pragmas = {
  busy_timeout: 5000,
  journal_mode: 'wal',
  // better-sqlite3 is compiled so that a reopened WAL database runs at NORMAL (1), which loses acknowledged writes.
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

/** The refusal that stands for SQLite's finding that a file is damaged or no database; null for any other error. */
export function toDamageRefusal(error: unknown): DatabaseRefused | null {
  if (!(error instanceof Sqlite.SqliteError) || !/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return null;
  return new DatabaseRefused(`the database is damaged (${error.message}): restore a backup`, 'damaged');
}

/** Runs `work` in one transaction: all of it is written, or nothing. Inside it only the database may be awaited. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute((trx) => work(markPlace(trx, db, 'transaction')));
}

/**
 * Runs `work`, which only reads, on one state of the database. It never waits for a transaction that gives way. Inside it
 * only the database may be awaited.
 */
export function inSnapshot<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => work(markPlace(trx, db, 'snapshot')));
}

/**
 * Runs long `work` in one transaction that gives way: from its first `pause` until it ends, others read what was there
 * before it, and writes wait. `pause` lets those be served who came meanwhile; besides it only the database may be awaited.
 */
export function inLongTransaction<T>(
  db: Db,
  work: (trx: Trx, pause: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, (trx) => {
    const connection = findConnection(trx);
    return work(trx, async () => {
      if (!connection.isShared) connection.share();
      await nextTurn();
    });
  });
}

function markPlace(trx: Trx, db: Db, place: Place): Trx {
  uses.set(trx, { connection: findConnection(db), place });
  return trx;
}

function findConnection(db: Db): SqliteConnection {
  const use = uses.get(db);
  if (use === undefined) throw new Error('not a database that was opened here');
  return use.connection;
}

/**
 * Makes an empty file that only its owner can read, unless there is one: SQLite would make it with the process's umask. One
 * that is there is not even opened, because closing it would drop the locks this process holds on it.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * How often these tables may have been written: what was read from them before holds as long as it stays the same. Rows that
 * go with others by `on delete cascade` are not counted: name the tables that they go with too.
 */
export function writesTo(db: Db, tables: readonly (keyof Tables)[]): number {
  return findConnection(db).writesTo(tables);
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
 * A query compiled once and run many times: building and compiling the same query costs more than running it. `build` gets
 * placeholders by name; every parameter of the query must be one of them or a constant.
 */
export function prepare<P extends Record<string, unknown>, R>(
  build: (db: Db, parameter: <K extends keyof P>(name: K) => P[K]) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  let text = '';
  // The value of each parameter: a constant, or the name of what is given.
  let slots: readonly unknown[] = [];
  return async (db, parameters) => {
    if (compiled === undefined) {
      compiled = build(db, (name) => new Placeholder(name as string) as never).compile();
      text = compiled.sql;
      slots = compiled.parameters;
    }
    const values = slots.map((slot) => (slot instanceof Placeholder ? parameters[slot.name] : slot));
    const use = uses.get(db);
    // Kysely's own way takes several turns of the promise queue, which cost more than most queries.
    const now = use?.connection.runNow(use.place, text, values);
    return (now?.rows ?? (await db.executeQuery<R>({ ...compiled, parameters: values })).rows) as R[];
  };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
