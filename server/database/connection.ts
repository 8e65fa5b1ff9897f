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

type Prepared = { statement: Sqlite.Statement; reads: boolean };

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

  read(text: string, parameters: readonly unknown[]): unknown[] {
    return this.#prepared(text).statement.all(parameters);
  }

  run(text: string, parameters: readonly unknown[] = []): QueryResult<unknown> {
    const { statement, reads } = this.#prepared(text);
    if (reads) return { rows: statement.all(parameters) };
    const { changes } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
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
    this.#sqlite.close();
  }

  #prepared(text: string): Prepared {
    let known = this.#statements.get(text);
    if (known === undefined) {
      const statement = this.#sqlite.prepare(text);
      known = { statement, reads: statement.reader };
      if (this.#statements.size >= statementsKept) {
        this.#statements.delete(this.#statements.keys().next().value as string);
      }
      this.#statements.set(text, known);
    }
    return known;
  }
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
