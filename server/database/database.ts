import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, type Transaction } from 'kysely';
import { connect } from './connect.ts';
import { SqliteConnection } from './connection.ts';
import { SingleConnectionDialect } from './dialect.ts';
import type { DatabaseInUse, Engine, Place } from './engine.ts';
import { makePrivateFile } from './files.ts';
import { DatabaseUnreachable } from './refused.ts';
import type { ShortLived } from './short-lived.ts';
import { type Check, checkPages } from './sums/check.ts';
import { type CheckpointProblems, Checkpoints } from './sums/checkpoints.ts';
import { continueLog } from './sums/page-sums.ts';
import type { Tables } from './tables.ts';

/** Handle that a store takes: the database itself or an open transaction of it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export type OpenedDatabase = {
  db: Db;
  /** SQLite's own handle, for what only it can do: backup, integrity checks. */
  sqlite: Sqlite.Database;
  /** Its file, to read from; it stays open until the database closes. */
  pages(): number;
  /** Compares the pages of its file with their sums. */
  checkPages(): Check;
  /** Makes the sums of all pages anew. */
  sumPages(): void;
  close(): Promise<void>;
};

/** Context of a database and of each open transaction. */
type Use = { engine: Engine; place: Place; inUse: () => DatabaseInUse };
const uses = new WeakMap<Db, Use>();

/** Says what is behind a database that has been opened. */
export function bindEngine(db: Db, engine: Engine, inUse: () => DatabaseInUse): void {
  uses.set(db, { engine, inUse, place: 'outside' });
}

export type OpenOptions = {
  mustExist?: boolean;
  /** The `pages()` of a database of this process that stays open for longer, and brings the log into the file. */
  beside?: number;
  /** Whether it is only read. */
  readonly?: boolean;
  problems?: CheckpointProblems;
};

const ignored: CheckpointProblems = { onFailed: () => {}, onSumsLost: () => {} };

/**
 * Opens one connection with the pragmas durability needs and reads each of them back. Refuses (DatabaseRefused) a file that
 * SQLite can't run in WAL mode with synchronous=FULL.
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenedDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!options.mustExist) makePrivateFile(file);
  const isAlone = options.beside === undefined;
  if (isAlone) continueLog(file);
  const sqlite = connect(file, { fileMustExist: true, readonly: options.readonly ?? false });
  const checkpoints = new Checkpoints(file, sqlite, options.problems ?? ignored);
  const connection = new SqliteConnection(
    sqlite,
    () => connect(file, { readonly: true }),
    isAlone ? checkpoints : null,
  );
  const db = new Kysely<Tables>({ dialect: new SingleConnectionDialect(connection) });
  let handle = options.beside ?? null;
  const pages = (): number => {
    handle ??= openSync(file, 'r');
    return handle;
  };
  bindEngine(db, connection, () => ({ file, pages: pages() }));
  const close = async (): Promise<void> => {
    await checkpoints.settled();
    await db.destroy();
    // Kysely doesn't close a connection that it never used.
    connection.close();
    // Not before: closing the file drops the locks this process holds on it.
    if (isAlone && handle !== null) closeSync(handle);
    handle = null;
  };
  return {
    db,
    sqlite,
    pages,
    checkPages: () => checkPages(file, pages()),
    sumPages: () => checkpoints.sumAnew(pages()),
    close,
  };
}

/** Says which pages of the file have changed by themselves, and what is in them as far as that can be told. */
export function describeChangedPages(sqlite: Sqlite.Database, pages: readonly number[]): string {
  const named = [...pages.slice(0, 20), ...(pages.length > 20 ? ['…'] : [])].join(', ');
  let owners: string[] = [];
  try {
    owners = sqlite
      .prepare('select distinct name from dbstat where pageno in (select value from json_each(?))')
      .pluck()
      .all(JSON.stringify(pages)) as string[];
  } catch {
    // Too damaged to tell.
  }
  return owners.length > 0
    ? `changed by themselves: pages ${named}, of ${owners.join(', ')}`
    : `changed by themselves: pages ${named}`;
}

/** Sealer of the rows that a transaction has written; the history, once it is loaded. */
let seal: (trx: Trx, pause: () => Promise<void>) => Promise<void> = async () => {};

/** Has every transaction that writes sealed before it commits. */
export function sealTransactions(work: typeof seal): void {
  seal = work;
}

/** Runs `work` in one transaction: all of it is written, or nothing. Inside it only the database may be awaited. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(db, work, async () => {});
}

function transact<T>(
  db: Db,
  work: (trx: Trx, pause: () => Promise<void>) => Promise<T>,
  pauseIn: (trx: Trx) => Promise<void>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    markPlace(trx, db, 'transaction');
    const pause = () => pauseIn(trx);
    const result = await work(trx, pause);
    await seal(trx, pause);
    return result;
  });
}

/** Stands for the open database that a transaction is of, as long as it is open. */
export function openedFor(db: Db): object {
  return findUse(db).engine;
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
  return transact(db, work, async (trx) => {
    findUse(trx).engine.share();
    await nextTurn();
  });
}

/**
 * Lends the turn to write to `work`, which writes in another thread and has closed its connection when it ends. Meanwhile
 * others read, and writes wait.
 */
export function lendTurn<T>(db: Db, work: (database: DatabaseInUse) => Promise<T>): Promise<T> {
  const { engine, inUse } = findUse(db);
  return engine.lend(() => work(inUse()));
}

/** Makes one write, or returns false without having made it while somebody writes for long, whom everybody else waits for. */
export async function writeWhileFree(db: Db, query: CompiledQuery): Promise<boolean> {
  const { engine } = findUse(db);
  if (engine.writeWhileFree !== undefined) return engine.writeWhileFree(query.sql, query.parameters);
  await db.executeQuery(query);
  return true;
}

/** How many bytes a database takes on its disk. */
export function measureDatabase(db: Db): Promise<number> {
  return findUse(db).engine.bytes();
}

/** Subjects of messages between processes; a process that does not know a subject ignores it. */
export type Subject = 'presence' | 'jobs' | 'files';

/** Says something to the other processes that serve this database; nobody can rely on it. */
export function tellOthers(db: Db, subject: Subject, text: string): void {
  findUse(db).engine.tell(`${subject} ${text}`);
}

/** Calls back with what other processes say of a subject; returns what to call to be told no more. */
export function onTold(db: Db, subject: Subject, follow: (text: string) => void): () => void {
  return findUse(db).engine.onTold((said) => {
    if (said.startsWith(`${subject} `)) follow(said.slice(subject.length + 1));
  });
}

const longestHold = 30_000;

/**
 * Waits until no other process that serves this database holds a name, and holds it; returns what to call to let it go. Rejects
 * (DatabaseUnreachable) where that can't be told, or takes half a minute. Should it be lost meanwhile, nothing that is written here commits
 * until it was let go.
 */
export async function holdName(db: Db, name: string): Promise<() => Promise<void>> {
  const letGo = await findUse(db).engine.holdName(name, { patience: longestHold, isGuarded: true });
  if (letGo === null) throw new DatabaseUnreachable(new Error(`${name} is held for too long`));
  return letGo;
}

/** Does the same without waiting; null while another process holds it. */
export function tryHoldName(db: Db, name: string): Promise<(() => Promise<void>) | null> {
  return findUse(db).engine.holdName(name, { patience: 0, isGuarded: true });
}

/**
 * Holds a job against other processes, or returns null while another does it. Should it be lost meanwhile, another may begin it: what a
 * job writes has to be written once all the same.
 */
export function tryHoldJob(db: Db, name: string): Promise<(() => Promise<void>) | null> {
  return findUse(db).engine.holdName(name, { patience: 0, isGuarded: false });
}

/** Short-lived values beside it, in the memory of this process or for all of them. */
export function shortLivedOf(db: Db): ShortLived {
  return findUse(db).engine.shortLived;
}

/** Connections of this process to the database, by what they do; null where there is one for all. */
export function countConnections(db: Db): Readonly<Record<string, number>> | null {
  return findUse(db).engine.connections();
}

/** Parameters with which another thread opens this database. */
export function findInUse(db: Db): DatabaseInUse {
  return findUse(db).inUse();
}

function markPlace(trx: Trx, db: Db, place: Place): Trx {
  uses.set(trx, { ...findUse(db), place });
  return trx;
}

function findUse(db: Db): Use {
  const use = uses.get(db);
  if (use === undefined) throw new Error('not a database that was opened here');
  return use;
}

/**
 * How often these tables may have been written: what was read from them before holds as long as it stays the same, and is a number.
 * Rows that go with others by `on delete cascade` are not counted: name the tables that they go with too.
 */
export function writesTo(db: Db, tables: readonly (keyof Tables)[]): number {
  return findUse(db).engine.writesTo(tables);
}

/**
 * Calls back after whatever is written here has been committed, possibly more often; what it does has to be short. Returns what
 * to call to be told no more. Of writes by other processes `writesTo` tells.
 */
export function onCommit(db: Db, follow: () => void): () => void {
  return findUse(db).engine.onCommit(follow);
}

type Compilable<R> = { compile(): CompiledQuery<R> };

/**
 * A query compiled once and run many times: building and compiling the same query costs more than running it. `build` gets
 * placeholders by name; every parameter of the query must be one of them or a constant.
 */
export function prepare<P extends Record<string, unknown>, R>(
  build: (db: Db, parameter: <K extends keyof P>(name: K) => P[K]) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  const compiled: Partial<Record<Engine['name'], Compiled<R>>> = {};
  return async (db, parameters) => {
    const { engine, place } = findUse(db);
    compiled[engine.name] ??= compile(db, engine, build);
    const { query, slots } = compiled[engine.name] as Compiled<R>;
    const values = slots.map((slot) =>
      slot instanceof Placeholder ? parameters[slot.name as keyof P] : slot,
    );
    // Kysely's own way takes several turns of the promise queue, which cost more than most queries.
    const now = engine.runNow(place, query.sql, values);
    return (now?.rows ?? (await db.executeQuery<R>({ ...query, parameters: values })).rows) as R[];
  };
}

/** A query and the value of each of its parameters: a constant, or the name of what is given. */
type Compiled<R> = { query: CompiledQuery<R>; slots: readonly unknown[] };

function compile<P, R>(
  db: Db,
  engine: Engine,
  build: (db: Db, parameter: <K extends keyof P>(name: K) => P[K]) => Compilable<R>,
): Compiled<R> {
  const query = build(db, (name) => new Placeholder(name as string) as never).compile();
  engine.keep(query.sql);
  return { query, slots: query.parameters };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
