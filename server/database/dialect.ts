import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type FunctionNode,
  type PrimitiveValueListNode,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type TransactionSettings,
  ValuesNode,
} from 'kysely';
import type { SqliteConnection } from './connection.ts';
import type { Place } from './engine.ts';
import { toSeen } from './view.ts';

/** Connection for Kysely: a turn on the only connection, for a statement or a transaction. */
class Turn implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  #place: Place = 'outside';
  #holds = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = toSeen('sqlite', query.sql, query.parameters);
    let result = this.#connection.runNow(this.#place, sql, parameters);
    while (result === null) {
      await this.#hold({ reads: this.#connection.reads(sql) });
      result = this.#holds
        ? this.#connection.run(sql, parameters)
        : this.#connection.runNow(this.#place, sql, parameters);
    }
    return result as QueryResult<R>;
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async begin({ accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') {
      this.#place = 'snapshot';
      if (!this.#connection.isShared) await this.#hold({ reads: true });
      return;
    }
    await this.#hold({ reads: false });
    this.#place = 'transaction';
    // Immediate, because a transaction that reads before it writes is refused if another process wrote in between.
    this.#connection.run('begin immediate');
  }

  async commit(): Promise<void> {
    if (this.#place === 'transaction') this.#connection.commit();
  }

  async rollBack(): Promise<void> {
    if (this.#place === 'transaction') this.#connection.rollBack();
  }

  async release(): Promise<void> {
    if (this.#holds) this.#connection.letGo();
  }

  async #hold(what: { reads: boolean }): Promise<void> {
    this.#holds = await this.#connection.hold(what);
  }
}

/** Kysely's SQLite dialect over an open connection. */
export class SingleConnectionDialect extends SqliteDialect {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    super({ database: () => Promise.reject(new Error('the database is open already')) });
    this.#connection = connection;
  }

  override createDriver(): Driver {
    return {
      init: async () => {},
      acquireConnection: async () => new Turn(this.#connection),
      beginTransaction: (turn, settings) => (turn as Turn).begin(settings),
      commitTransaction: (turn) => (turn as Turn).commit(),
      rollbackTransaction: (turn) => (turn as Turn).rollBack(),
      releaseConnection: (turn) => (turn as Turn).release(),
      destroy: async () => this.#connection.close(),
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

const longestInline = 8;

/**
 * better-sqlite3 is compiled with STAT4, whose planner inspects parameters: a statement comparing a column with a bare `?` is
 * planned again for every new value, at ten times the cost of running it. `+?` has the same value and hides it.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  /**
   * A long list is one parameter, so that its length makes no statement of its own: a prepared one takes some 13 kB outside of the
   * engine's heap, which are not freed before a whole garbage collection.
   */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    const { values } = node;
    const isRow = this.parentNode !== undefined && ValuesNode.is(this.parentNode);
    const isPlain = values.every((value) => typeof value === 'string' || typeof value === 'number');
    if (isRow || !isPlain || values.length <= longestInline) {
      super.visitPrimitiveValueList(node);
      return;
    }
    this.append('(select value from json_each(');
    this.appendValue(JSON.stringify(values));
    this.append('))');
  }

  /** SQLite's equivalents of the names in `portable.ts`. */
  protected override visitFunction(node: FunctionNode): void {
    const [first, second] = node.arguments;
    if (node.func === 'fold_ascii') {
      this.visitNode(first!);
      this.append(' collate nocase');
    } else if (node.func === 'first_octets') {
      this.append('substr(cast(');
      this.visitNode(first!);
      this.append(' as blob), 1, ');
      this.visitNode(second!);
      this.append(')');
    } else {
      super.visitFunction(node);
    }
  }
}
