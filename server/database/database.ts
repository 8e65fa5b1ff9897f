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
import { bindView, findView, toSeen, wholly } from './view.ts';

/** Handle for stores: the database itself or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export type OpenedDatabase = {
  db: Db;
  /** SQLite's handle, for backups and integrity checks. */
  sqlite: Sqlite.Database;
  /** File descriptor for reading; it stays open until the database closes. */
  pages(): number;
  /** Compares the pages of the file with their sums. */
  checkPages(): Check;
  /** Recomputes the sums of all pages. */
  sumPages(): void;
  close(): Promise<void>;
};

/** Context of a database and of each open transaction. */
type Use = { engine: Engine; place: Place; inUse: () => DatabaseInUse };
const uses = new WeakMap<Db, Use>();

/** Registers the engine behind an opened database. */
export function bindEngine(db: Db, engine: Engine, inUse: () => DatabaseInUse): void {
  uses.set(db, { engine, inUse, place: 'outside' });
}

export type OpenOptions = {
  mustExist?: boolean;
  /** The `pages()` of a longer-lived database of this process, which also does the checkpoints. */
  beside?: number;
  /** Opens it read-only. */
  readonly?: boolean;
  problems?: CheckpointProblems;
};

const ignored: CheckpointProblems = { onFailed: () => {}, onSumsLost: () => {} };

/**
 * Opens a connection with the pragmas required for durability, and reads each of them back. Refuses (DatabaseRefused) a file that
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
    // Kysely doesn't close an unused connection.
    connection.close();
    // Only now, because closing the file drops this process's locks on it.
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

/** Names the corrupt pages of the file, and their content if it can be determined. */
export function describeChangedPages(sqlite: Sqlite.Database, pages: readonly number[]): string {
  const named = [...pages.slice(0, 20), ...(pages.length > 20 ? ['…'] : [])].join(', ');
  let owners: string[] = [];
  try {
    owners = sqlite
      .prepare('select distinct name from dbstat where pageno in (select value from json_each(?))')
      .pluck()
      .all(JSON.stringify(pages)) as string[];
  } catch {
    // Too damaged to determine.
  }
  return owners.length > 0
    ? `changed by themselves: pages ${named}, of ${owners.join(', ')}`
    : `changed by themselves: pages ${named}`;
}

/** Seals the rows written by a transaction; set by the history when it is loaded. */
let seal: (trx: Trx, pause: () => Promise<void>) => Promise<void> = async () => {};

/** Has every writing transaction sealed before it commits. */
export function sealTransactions(work: typeof seal): void {
  seal = work;
}

/** Runs `work` in one transaction: everything is written, or nothing. Inside it only the database may be awaited. */
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
    await wholly(() => seal(trx, pause));
    return result;
  });
}

/** Identifies the open database of a transaction. */
export function openedFor(db: Db): object {
  return findUse(db).engine;
}

/**
 * Runs read-only `work` on one state of the database. Never waits for a transaction that yields. Inside it only the database may
 * be awaited.
 */
export function inSnapshot<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => work(markPlace(trx, db, 'snapshot')));
}

/**
 * Runs long `work` in one transaction that yields: from its first `pause` until its end, others read the state before it, and
 * writes wait. `pause` serves waiting readers; besides it only the database may be awaited.
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
 * Gives the write turn to `work`, which writes in another thread and closes its connection before it ends. Meanwhile others read,
 * and writes wait.
 */
export function lendTurn<T>(db: Db, work: (database: DatabaseInUse) => Promise<T>): Promise<T> {
  const { engine, inUse } = findUse(db);
  return engine.lend(() => work(inUse()));
}

/** Makes one write, or returns false without making it while a long write blocks everyone. */
export async function writeWhileFree(db: Db, query: CompiledQuery): Promise<boolean> {
  const { engine } = findUse(db);
  if (engine.writeWhileFree !== undefined) return engine.writeWhileFree(query.sql, query.parameters);
  await db.executeQuery(query);
  return true;
}

/** Size of a database on disk in bytes. */
export function measureDatabase(db: Db): Promise<number> {
  return findUse(db).engine.bytes();
}

/** Subjects of messages between processes; unknown subjects are ignored. */
export type Subject = 'presence' | 'jobs' | 'files';

/** Sends a message to the other processes of this database; delivery is not guaranteed. */
export function tellOthers(db: Db, subject: Subject, text: string): void {
  findUse(db).engine.tell(`${subject} ${text}`);
}

/** Calls back with messages of other processes on a subject; returns a function to unsubscribe. */
export function onTold(db: Db, subject: Subject, follow: (text: string) => void): () => void {
  return findUse(db).engine.onTold(
    bindView((said) => {
      if (said.startsWith(`${subject} `)) follow(said.slice(subject.length + 1));
    }),
  );
}

const longestHold = 30_000;

/**
 * Acquires a name once no other process of this database holds it; returns a function to release it. Rejects
 * (DatabaseUnreachable) if that can't be determined, or takes half a minute. If the name is lost, no write of this process
 * commits until it is released.
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
 * Locks a job against other processes, or returns null if another runs it. If the lock is lost, another process may start the
 * job, so its output must still be written only once.
 */
export function tryHoldJob(db: Db, name: string): Promise<(() => Promise<void>) | null> {
  return findUse(db).engine.holdName(name, { patience: 0, isGuarded: false });
}

/** Short-lived values of the database, in this process's memory or shared by all. */
export function shortLivedOf(db: Db): ShortLived {
  return findUse(db).engine.shortLived;
}

/** Connections of this process to the database, by state; null when there is only one. */
export function countConnections(db: Db): Readonly<Record<string, number>> | null {
  return findUse(db).engine.connections();
}

/** Parameters for another thread to open this database, with the view of now. */
export function findInUse(db: Db): DatabaseInUse {
  return { ...findUse(db).inUse(), view: findView() };
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
 * Number of possible writes to these tables: while it is a number and unchanged, earlier reads stay valid. Rows deleted by `on
 * delete cascade` are not counted, so also name the tables they depend on.
 */
export function writesTo(db: Db, tables: readonly (keyof Tables)[]): number {
  return findUse(db).engine.writesTo(tables);
}

/**
 * Calls back after each commit here, possibly more often; the callback must be short. Returns a function to unsubscribe.
 * `writesTo` covers writes by other processes.
 */
export function onCommit(db: Db, follow: () => void): () => void {
  return findUse(db).engine.onCommit(bindView(follow));
}

type Compilable<R> = { compile(): CompiledQuery<R> };

/**
 * A query compiled once and run many times, because building and compiling it costs more than running it. `build` gets
 * placeholders by name; each parameter of the query must be one of them or a constant.
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
    // Kysely's own way takes several turns of the promise queue, at a higher cost than most queries.
    const seen = toSeen(engine.name, query.sql, values);
    const now = engine.runNow(place, seen.sql, seen.parameters);
    return (now?.rows ?? (await db.executeQuery<R>({ ...query, parameters: values })).rows) as R[];
  };
}

/** A query and the source of each parameter: a constant, or the name of a value given at run time. */
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
