import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { PoolClient } from 'pg';
import { findWrittenTable, type Place } from '../engine.ts';
import { touchedRows } from '../seals/touched.ts';
import { toSeen } from '../view.ts';
import type { PostgresEngine } from './pool.ts';
import { reached } from './reached.ts';

/** Connection for Kysely: one of the pool's, from its first use until its release. */
class Turn implements DatabaseConnection {
  readonly #engine: PostgresEngine;
  #place: Place = 'outside';
  #client: PoolClient | null = null;
  #endTurn: (() => void) | null = null;
  /** Writes of this transaction. */
  #written = new Set<string | null>();
  /** Whether the connection is unusable, or has an abandoned open transaction. */
  #isSpoilt = false;

  constructor(engine: PostgresEngine) {
    this.#engine = engine;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = toSeen('postgres', query.sql, query.parameters);
    const isRead = /^(?:select|with)\b/i.test(sql.trimStart());
    if (this.#place === 'outside' && !isRead)
      return (await this.#writeAlone(sql, parameters)) as QueryResult<R>;
    const written = isRead ? touchedRows : findWrittenTable(sql);
    if (written !== touchedRows) this.#written.add(written);
    const client = await this.#connected();
    return (await this.#engine.run(client, sql, parameters)) as QueryResult<R>;
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async begin({ accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') {
      const client = await this.#connected();
      this.#isSpoilt = true;
      await reached(client.query('begin isolation level repeatable read read only'));
      this.#place = 'snapshot';
      return;
    }
    this.#endTurn = await this.#engine.takeTurn();
    const client = await this.#connected();
    this.#isSpoilt = true;
    await this.#engine.begin(client);
    this.#place = 'transaction';
  }

  async commit(): Promise<void> {
    const client = await this.#connected();
    if (this.#place === 'snapshot') await reached(client.query('commit'));
    else await this.#engine.commit(client, this.#written);
    this.#isSpoilt = false;
  }

  async rollBack(): Promise<void> {
    // A failing rollback would hide the reason; if the connection is gone, PostgreSQL rolls back by itself.
    try {
      await this.#client?.query('rollback');
      this.#isSpoilt = false;
    } catch {}
  }

  release(): void {
    const client = this.#client;
    this.#client = null;
    client?.release(this.#isSpoilt);
    this.#endTurn?.();
    this.#endTurn = null;
  }

  /** A single writing statement is its own transaction, and needs a turn. */
  async #writeAlone(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    await this.begin({});
    try {
      this.#written.add(findWrittenTable(sql));
      const result = await this.#engine.run(await this.#connected(), sql, parameters);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollBack();
      throw error;
    } finally {
      this.#place = 'outside';
      this.#written = new Set();
      this.#endTurn?.();
      this.#endTurn = null;
    }
  }

  async #connected(): Promise<PoolClient> {
    this.#client ??= await this.#engine.connect();
    return this.#client;
  }
}

/** Kysely's PostgreSQL dialect over connections that take turns to write. */
export class TakingTurnsDialect extends PostgresDialect {
  readonly #engine: PostgresEngine;

  constructor(engine: PostgresEngine) {
    super({ pool: () => Promise.reject(new Error('the pool is open already')) });
    this.#engine = engine;
  }

  override createDriver(): Driver {
    return {
      init: async () => {},
      acquireConnection: async () => new Turn(this.#engine),
      beginTransaction: (turn, settings) => (turn as Turn).begin(settings),
      commitTransaction: (turn) => (turn as Turn).commit(),
      rollbackTransaction: (turn) => (turn as Turn).rollBack(),
      releaseConnection: async (turn) => (turn as Turn).release(),
      destroy: () => this.#engine.close(),
    };
  }
}
