import type Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely';

const statementsKept = 1000;

type Prepared = { statement: Sqlite.Statement; reads: boolean; writesTo: Counter | null };

type Counter = { writes: number };

/**
 * The one connection to the database file. Whoever runs a transaction holds it, and the others wait for their turn; while
 * nobody does, a single statement is run at once.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: Sqlite.Database;
  // Preparing a statement costs several times what running it does.
  readonly #statements = new Map<string, Prepared>();
  readonly #waiting: (() => void)[] = [];
  #held = false;
  readonly #counters = new Map<string, Counter>();
  /** Writes nobody can tell the table of, and those of other processes. */
  readonly #elsewhere: Counter = { writes: 0 };
  #othersVersion: unknown;
  #reading = false;

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  get isFree(): boolean {
    return !this.#held;
  }

  async hold(): Promise<void> {
    if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#held = true;
  }

  letGo(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#held = false;
    else next();
  }

  /** The rows of a statement: none, when it writes. */
  rowsOf(text: string, parameters: readonly unknown[]): readonly unknown[] {
    const { statement, reads } = this.#prepared(text);
    if (!reads || !statement.readonly) return this.run(text, parameters).rows;
    if (!this.#held) this.#beginReading();
    return statement.all(parameters);
  }

  run(text: string, parameters: readonly unknown[] = []): QueryResult<unknown> {
    const { statement, reads, writesTo } = this.#prepared(text);
    if (!statement.readonly) this.#endReading();
    if (writesTo !== null) writesTo.writes += 1;
    if (reads) return { rows: statement.all(parameters) };
    const { changes } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  /** How often these tables may have been written: what was read from them holds as long as it stays the same. */
  writesTo(tables: readonly string[]): number {
    if (!this.#held) this.#beginReading();
    let writes = this.#elsewhere.writes;
    for (const table of tables) writes += this.#counterOf(table).writes;
    return writes;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(sql, parameters) as QueryResult<R>;
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepared(sql).statement.iterate(parameters)) yield { rows: [row as R] };
  }

  rollBack(): void {
    // SQLite itself rolls back on a full disk; a failing rollback would hide why.
    if (this.#sqlite.inTransaction) this.run('rollback');
  }

  close(): void {
    this.#endReading();
    this.#sqlite.close();
  }

  /**
   * Reads of one turn of the event loop share a transaction: the locks that SQLite takes around each read outside of one
   * cost more than the read of a row.
   */
  #beginReading(): void {
    if (this.#reading) return;
    this.#reading = true;
    this.#prepared('begin').statement.run();
    const version = this.#prepared('pragma data_version').statement.pluck().get();
    if (version !== this.#othersVersion) {
      this.#othersVersion = version;
      this.#elsewhere.writes += 1;
    }
    setImmediate(() => this.#endReading());
  }

  #endReading(): void {
    if (!this.#reading) return;
    this.#reading = false;
    this.#prepared('commit').statement.run();
  }

  #prepared(text: string): Prepared {
    let known = this.#statements.get(text);
    if (known === undefined) {
      const statement = this.#sqlite.prepare(text);
      const writesTo = statement.readonly || isBoundary.test(text) ? null : this.#counterOf(writtenBy(text));
      known = { statement, reads: statement.reader, writesTo };
      if (this.#statements.size >= statementsKept) {
        this.#statements.delete(this.#statements.keys().next().value as string);
      }
      this.#statements.set(text, known);
    }
    return known;
  }

  #counterOf(table: string | null): Counter {
    if (table === null) return this.#elsewhere;
    let counter = this.#counters.get(table);
    if (counter === undefined) {
      counter = { writes: 0 };
      this.#counters.set(table, counter);
    }
    return counter;
  }
}

const isBoundary = /^(begin|commit|rollback|savepoint|release)\b/;

/** The table that a statement of Kysely's writes, or null. */
function writtenBy(text: string): string | null {
  return /^(?:insert (?:or \w+ )?into|update|delete from) "(\w+)"/.exec(text)?.[1] ?? null;
}

/** Kysely's SQLite dialect over a connection that is open already. */
export class SingleConnectionDialect extends SqliteDialect {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    super({ database: () => Promise.reject(new Error('the database is open already')) });
    this.#connection = connection;
  }

  override createDriver(): Driver {
    const connection = this.#connection;
    const run = (text: string) => async () => {
      connection.run(text);
    };
    return {
      init: async () => {},
      acquireConnection: async () => {
        await connection.hold();
        return connection;
      },
      // A transaction that only comes to write after it has read is refused if another process wrote in between.
      beginTransaction: run('begin immediate'),
      commitTransaction: run('commit'),
      rollbackTransaction: async () => connection.rollBack(),
      releaseConnection: async () => connection.letGo(),
      destroy: async () => connection.close(),
    };
  }

  override createAdapter(): SqliteAdapter {
    return new TakesTurnsItself();
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlanKeepingCompiler();
  }
}

class TakesTurnsItself extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * better-sqlite3 is compiled with STAT4, whose planner looks into parameters: a statement that compares a column with a
 * bare `?` is planned anew for every new value, at ten times the cost of running it. `+?` is the same value and hides it.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}
