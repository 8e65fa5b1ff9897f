import { randomUUID } from 'node:crypto';
import type { QueryResult } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, type QueryResult as Result, types } from 'pg';
import { type Engine, WriteCounts } from '../engine.ts';
import { DatabaseUnreachable } from '../refused.ts';
import { postgresTouchedTable } from '../seals/touched.ts';
import {
  type Backend,
  channel,
  type Hold,
  holdName,
  Listener,
  type SecretMarks,
  wordChannel,
} from './listener.ts';
import { reached } from './reached.ts';
import { ShortLivedInTable } from './short-lived.ts';

/**
 * A writer in any process holds this lock of the database until its transaction ends, like `begin immediate` in SQLite: each
 * history entry follows the previous one, so writes wait for each other anyway, and everything read in a transaction stays valid
 * until it commits. The number spells "DMSN".
 */
const lockWrites = `select pg_advisory_xact_lock(${0x444d534e})`;

const findLost = `select exists (
  select from unnest($1::int[], $2::text[]) as held (pid, started) where not exists (
    select from pg_stat_activity where pid = held.pid and backend_start::text = held.started)) as lost`;

/** Most connections of a process, besides the one that listens. */
const mostConnections = 10;
/** Longest wait of a statement for other writers, and longest idle time of an open transaction. */
const patience = '30s';
const sessionOptions = [
  '-c search_path=public',
  '-c timezone=UTC',
  `-c lock_timeout=${patience}`,
  `-c idle_in_transaction_session_timeout=${patience}`,
  '-c default_transaction_isolation=read\\ committed',
].join(' ');

const int8 = 20;
const numeric = 1700;
/** Counts and sums are returned as numbers, because none of ours exceeds 2^53. */
const asNumbers = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    type === int8 || type === numeric
      ? Number
      : types.getTypeParser(type, format as 'text')) as typeof types.getTypeParser,
};

/** Settings of every connection to PostgreSQL. */
function toConnection(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'damson',
    options: sessionOptions,
    types: asNumbers,
    connectionTimeoutMillis: 10_000,
    query_timeout: 90_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** The connections of a process to one PostgreSQL database. */
export class PostgresEngine implements Engine {
  readonly name = 'postgres';
  readonly shortLived: ShortLivedInTable = new ShortLivedInTable(() => this.connect());
  readonly #pool: Pool;
  readonly #listener: Listener;
  readonly #counts = new WriteCounts();
  readonly #followers = new Set<() => void>();
  readonly #listeners = new Set<(text: string) => void>();
  /** Backends holding the names of this process. */
  readonly #held = new Set<Backend>();
  readonly #kept = new Map<string, string>();
  /** Connections that record their written rows. */
  readonly #noting = new WeakSet<PoolClient>();
  #listens = false;
  /** Distinguishes writes of this process from those of others. */
  readonly #origin = randomUUID();
  #writing: Promise<void> = Promise.resolve();

  constructor(
    url: string,
    {
      connections = mostConnections,
      marks = null,
    }: { connections?: number; marks?: SecretMarks | null } = {},
  ) {
    this.#pool = new Pool({ ...toConnection(url), max: connections });
    // A connection that breaks while unused is replaced when needed.
    this.#pool.on('error', () => {});
    // Its user gets the error at the next statement; between statements nobody else needs it.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#listener = new Listener(
      toConnection(url),
      {
        onWrite: (origin, tables) => {
          if (origin !== this.#origin) this.#note(tables);
        },
        onWord: (origin, text) => {
          if (origin !== this.#origin) for (const follow of this.#listeners) follow(text);
        },
        onLost: () => this.#note([null]),
      },
      marks,
    );
  }

  /** Follows writes of others. Before that, and while it fails, nothing read is cached. */
  listen(): Promise<void> {
    this.#listens = true;
    return this.#listener.start();
  }

  runNow(): null {
    return null;
  }

  /** Except one that reads all columns, because PostgreSQL refuses its prepared form once a newer program has added columns. */
  keep(text: string): void {
    if (/[ .]\*/.test(text)) return;
    if (!this.#kept.has(text)) this.#kept.set(text, `s${this.#kept.size}`);
  }

  writesTo(tables: readonly string[]): number {
    return this.#listener.hears ? this.#counts.of(tables) : Number.NaN;
  }

  onCommit(follow: () => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  connections(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  tell(text: string): void {
    this.#pool.query('select pg_notify($1, $2)', [wordChannel, `${this.#origin} ${text}`]).catch(() => {});
  }

  onTold(follow: (text: string) => void): () => void {
    this.#listeners.add(follow);
    return () => this.#listeners.delete(follow);
  }

  async holdName(
    name: string,
    { patience, isGuarded }: { patience: number; isGuarded: boolean },
  ): Promise<(() => Promise<void>) | null> {
    const hold = await reached(
      this.#listens ? this.#listener.hold(name, patience) : this.#holdApart(name, patience),
    );
    if (hold === null) return null;
    const { backend, release } = hold;
    if (isGuarded) this.#held.add(backend);
    return async () => {
      this.#held.delete(backend);
      await release().catch(() => {});
    };
  }

  /** A thread or a command, which does not listen, holds each name on a separate connection. */
  async #holdApart(name: string, patience: number): Promise<Hold | null> {
    const client = await this.#pool.connect();
    try {
      const hold = await holdName((text, values) => client.query(text, values), name, patience);
      if (hold === null) {
        client.release();
        return null;
      }
      const release = async (): Promise<void> => {
        // A connection that couldn't release the name does so by closing.
        const isFree = await hold.release().then(
          () => true,
          () => false,
        );
        client.release(!isFree);
      };
      return { ...hold, release };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /**
   * Refuses to continue once the connection that holds names is gone, because others may hold them now. Code that removes
   * something under a name counts references in a writing transaction, so either before this one began or after it has committed.
   */
  async #refuseLostNames(client: PoolClient): Promise<void> {
    if (this.#held.size === 0) return;
    const backends = [...this.#held];
    const { rows } = await reached(
      client.query<{ lost: boolean }>(findLost, [
        backends.map(({ pid }) => pid),
        backends.map(({ started }) => started),
      ]),
    );
    if (rows[0]!.lost)
      throw new DatabaseUnreachable(new Error('the connection is gone that held other processes off'));
  }

  share(): void {}

  async bytes(): Promise<number> {
    const { rows } = await reached(
      this.#pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes'),
    );
    return rows[0]!.bytes;
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#note([null]);
    }
  }

  connect(): Promise<PoolClient> {
    return reached(this.#pool.connect());
  }

  /**
   * Waits until no other transaction of this process writes, so that waiting writers don't occupy connections needed by readers;
   * returns a function to call when done.
   */
  async takeTurn(): Promise<() => void> {
    const before = this.#writing;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writing = promise;
    await before;
    return resolve;
  }

  async begin(client: PoolClient): Promise<void> {
    if (!this.#noting.has(client)) {
      await reached(client.query(postgresTouchedTable));
      this.#noting.add(client);
    }
    await reached(client.query(`begin; ${lockWrites}`));
  }

  /** Commits and sends the written tables to the other processes. Refuses a transaction with a failed statement. */
  async commit(client: PoolClient, tables: ReadonlySet<string | null>): Promise<void> {
    await this.#refuseLostNames(client);
    const told = tables.size === 0 ? '' : `${notify(this.#origin, tables)}; `;
    const results = (await reached(client.query(`${told}commit`))) as unknown as Result | Result[];
    const last = Array.isArray(results) ? results.at(-1) : results;
    if (last?.command !== 'COMMIT')
      throw new Error('a statement of the transaction had failed: nothing was kept');
    this.#note(tables);
  }

  async run(client: PoolClient, text: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    const name = this.#kept.get(text);
    const result = await reached(
      client.query({
        text,
        values: parameters as unknown[],
        ...(name === undefined ? {} : { name }),
      }),
    );
    const isWrite = result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE';
    return {
      rows: result.rows,
      ...(isWrite ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    };
  }

  async close(): Promise<void> {
    if (this.#pool.ending) return;
    await this.#listener.close();
    await this.#pool.end();
  }

  #note(tables: Iterable<string | null>): void {
    for (const table of tables) this.#counts.note(table);
    for (const follow of this.#followers) follow();
  }
}

function notify(origin: string, tables: ReadonlySet<string | null>): string {
  const names = tables.has(null) ? '*' : [...tables].join(',');
  return `select pg_notify('${channel}', '${origin} ${names}')`;
}
