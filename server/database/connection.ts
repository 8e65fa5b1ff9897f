import { stat } from 'node:fs/promises';
import type Sqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { type Engine, findWrittenTable, type Place, WriteCounts } from './engine.ts';
import { Handle } from './handle.ts';
import { noteTouchedRows } from './seals/touched.ts';
import { ShortLivedInMemory } from './short-lived.ts';
import type { Checkpoints } from './sums/checkpoints.ts';

/** A caller waiting for a turn; with `reads`, only until reads need no turn. */
type Waiting = { reads: boolean; goOn: (holds: boolean) => void };

/**
 * The only connection to the database file. A running transaction holds it, and others wait for their turn; while it is free, a
 * single statement runs at once. A transaction that yields shares the file: other reads then use a second connection, which sees
 * the state before it. While another thread has the write turn, reads stay on this connection.
 */
export class SqliteConnection implements Engine {
  readonly name = 'sqlite';
  readonly shortLived = new ShortLivedInMemory();
  readonly #main: Handle;
  readonly #openReader: () => Sqlite.Database;
  readonly #checkpoints: Checkpoints | null;
  /** Connection for reads without a turn: a second one, or this one while another thread writes. */
  #reader: Handle | null = null;
  #waiting: Waiting[] = [];
  #held = false;
  readonly #counts = new WriteCounts();
  #othersVersion: unknown;
  #notesTouched = false;
  readonly #followers = new Set<() => void>();

  constructor(sqlite: Sqlite.Database, openReader: () => Sqlite.Database, checkpoints: Checkpoints | null) {
    this.#main = new Handle(sqlite, () => this.#noteOthers());
    this.#openReader = openReader;
    this.#checkpoints = checkpoints;
  }

  /** Waits for a turn and returns true, or false for a reader that may proceed without one. */
  async hold({ reads }: { reads: boolean }): Promise<boolean> {
    if (this.#held) return new Promise((goOn) => this.#waiting.push({ reads, goOn }));
    this.#held = true;
    return true;
  }

  letGo(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#held = false;
    else next.goOn(true);
  }

  get isShared(): boolean {
    return this.#reader !== null;
  }

  /** Nothing to do: a thousand prepared statements are kept anyway. */
  keep(): void {}

  /** Runs a statement, or returns null when it has to wait for its turn. */
  runNow(place: Place, text: string, parameters: readonly unknown[]): QueryResult<unknown> | null {
    const { statement, reads } = this.#main.prepared(text);
    if (place === 'transaction')
      return reads ? { rows: statement.all(parameters) } : this.run(text, parameters);
    if (!reads && place === 'snapshot') throw new Error('a snapshot is for reading');
    if (reads && this.#reader !== null) return { rows: this.#reader.read(text, parameters) };
    if (this.#held && place === 'outside') return null;
    return reads ? { rows: this.#main.read(text, parameters) } : this.run(text, parameters);
  }

  reads(text: string): boolean {
    return this.#main.prepared(text).reads;
  }

  /** Runs a statement for the holder of the connection. */
  run(text: string, parameters: readonly unknown[] = []): QueryResult<unknown> {
    const { statement } = this.#main.prepared(text);
    if (statement.readonly) return perform(statement, parameters);
    this.#main.endReading();
    if (!this.#notesTouched) {
      // Opened only now, because the schema may first need migrating.
      noteTouchedRows(this.#main.sqlite);
      this.#notesTouched = true;
    }
    if (!isBoundary.test(text)) this.#counts.note(findWrittenTable(text));
    const result = perform(statement, parameters);
    if (!this.#main.sqlite.inTransaction) this.#noteCommit();
    return result;
  }

  #noteCommit(): void {
    this.#checkpoints?.afterWrite((work) => this.#inTurn(work));
    for (const follow of this.#followers) follow();
  }

  /** Calls back after each commit, before any further read; returns a function to unsubscribe. */
  onCommit(follow: () => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  /** Number of possible writes to these tables: while it is unchanged, reads from them stay valid. */
  writesTo(tables: readonly string[]): number {
    if (!this.#held || this.#reader === this.#main) this.#main.beginReading();
    return this.#counts.of(tables);
  }

  /** There is one connection, used in turns. */
  connections(): null {
    return null;
  }

  /** No other process opens the file. */
  tell(): void {}

  onTold(): () => void {
    return () => {};
  }

  async holdName(): Promise<() => Promise<void>> {
    return async () => {};
  }

  /** Lets others read during the open transaction, until it ends. */
  share(): void {
    if (this.isShared) return;
    this.#noteOthers();
    this.#letRead(new Handle(this.#openReader()));
  }

  /** Doesn't open the file, because closing it would drop this process's locks on it. */
  async bytes(): Promise<number> {
    return (await stat(this.#main.sqlite.name)).size;
  }

  /** Runs `work` in a turn, in which it writes by another connection; others can read all along. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    await this.hold({ reads: false });
    this.#letRead(this.#main);
    try {
      return await work();
    } finally {
      this.#unshare();
      this.letGo();
    }
  }

  /** Waits like a reader, which needs no turn once others may read during a transaction. */
  async writeWhileFree(text: string, parameters: readonly unknown[]): Promise<boolean> {
    if (this.isShared || !(await this.hold({ reads: true }))) return false;
    try {
      this.run(text, parameters);
      return true;
    } finally {
      this.letGo();
    }
  }

  async #inTurn(work: () => void): Promise<void> {
    await this.hold({ reads: false });
    try {
      this.#main.endReading();
      work();
    } finally {
      this.letGo();
    }
  }

  #letRead(reader: Handle): void {
    this.#reader = reader;
    const waiting = Map.groupBy(this.#waiting, ({ reads }) => reads);
    this.#waiting = waiting.get(false) ?? [];
    for (const { goOn } of waiting.get(true) ?? []) goOn(false);
  }

  commit(): void {
    this.run('commit');
    this.#unshare();
    this.#noteCommit();
  }

  rollBack(): void {
    // SQLite rolls back by itself on a full disk; a failing rollback would hide the reason.
    if (this.#main.sqlite.inTransaction) this.run('rollback');
    this.#unshare();
  }

  close(): void {
    this.#unshare();
    if (!this.#main.sqlite.open) return;
    this.#main.endReading();
    const closed = this.#checkpoints?.close();
    this.#main.close();
    closed?.();
  }

  /** Called as a transaction ends: everything read and cached during it is stale. */
  #unshare(): void {
    if (this.#reader === null) return;
    if (this.#reader === this.#main) this.#main.endReading();
    else this.#reader.close();
    this.#reader = null;
    this.#counts.note(null);
  }

  /** Counts writes by other processes. */
  #noteOthers(): void {
    const version = this.#main.prepared('pragma data_version').statement.pluck().get();
    if (version === this.#othersVersion) return;
    this.#othersVersion = version;
    this.#counts.note(null);
  }
}

function perform(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<unknown> {
  if (statement.reader) return { rows: statement.all(parameters) };
  const { changes } = statement.run(parameters);
  return { numAffectedRows: BigInt(changes), rows: [] };
}

const isBoundary = /^(begin|commit|rollback|savepoint|release)\b/;
