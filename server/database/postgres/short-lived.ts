import type { PoolClient } from 'pg';
import type { Lent, ShortLived } from '../short-lived.ts';
import { reached } from './reached.ts';

/** Unlogged, because its loss in a crash is harmless, and it saves a sync. It is outside schema versions and copies. */
export const tableOfShortLived = `create unlogged table if not exists short_lived (
  name text collate "C" primary key, value text, until bigint not null)`;

/** Interval at which expired values are removed. */
const sweptEveryMilliseconds = 60_000;

/** In order, so that concurrent requests for overlapping values can't deadlock. */
const claimRows = `insert into short_lived (name, until) select name, 0 from unnest($1::text[]) as asked (name) order by 1
  on conflict (name) do update set name = excluded.name returning name, value, until`;
const keepRows = `update short_lived set value = given.value, until = given.until
  from unnest($1::text[], $2::text[], $3::bigint[]) as given (name, value, until) where short_lived.name = given.name`;

const sweepRows =
  'delete from short_lived where name in (select name from short_lived where until <= $1 for update skip locked)';

const listRows =
  'select name, value from short_lived where starts_with(name, $1) and until > $2 and value is not null order by name';

/** Short-lived values in a table. `work` may only request the given names. */
export class ShortLivedInTable implements ShortLived {
  readonly outlivesProcess = true;
  readonly #connect: () => Promise<PoolClient>;
  #sweptAt = 0;

  constructor(connect: () => Promise<PoolClient>) {
    this.#connect = connect;
  }

  list(kind: string, now: number): Promise<Map<string, unknown>> {
    const prefix = `${kind} `;
    return this.#withClient(async (client) => {
      const { rows } = await reached(client.query<{ name: string; value: string }>(listRows, [prefix, now]));
      return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), JSON.parse(value)]));
    });
  }

  async change<T>(names: readonly string[], now: number, work: (lent: Lent) => T): Promise<T> {
    const give = await this.#withClient((client) => this.#change(client, names, now, work));
    return give();
  }

  /** A connection whose work failed may have an open transaction, so it is closed. */
  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let isSpoilt = true;
    try {
      const result = await work(client);
      isSpoilt = false;
      return result;
    } finally {
      client.release(isSpoilt);
    }
  }

  /** Returns the result of `work`, or throws its error, after which nothing has changed. */
  async #change<T>(
    client: PoolClient,
    names: readonly string[],
    now: number,
    work: (lent: Lent) => T,
  ): Promise<() => T> {
    await reached(client.query('begin'));
    const { rows } = await reached(
      client.query<{ name: string; value: string | null; until: number }>(claimRows, [
        [...new Set(names)].sort(),
      ]),
    );
    const kept = new Map(rows.map((row) => [row.name, row.until > now ? row : { ...row, value: null }]));
    const changed = new Set<string>();
    const put = (name: string, value: string | null, until: number): void => {
      kept.set(name, { name, value, until });
      changed.add(name);
    };
    const lent: Lent = {
      get: (name) => {
        const value = kept.get(name)?.value ?? null;
        return value === null ? undefined : JSON.parse(value);
      },
      set: (name, value, until) => put(name, JSON.stringify(value), Math.ceil(until)),
      delete: (name) => put(name, null, 0),
    };
    let result: T;
    try {
      result = work(lent);
    } catch (error) {
      await reached(client.query('rollback'));
      return () => {
        throw error;
      };
    }
    const given = [...changed].map((name) => kept.get(name)!);
    if (given.length > 0)
      await reached(
        client.query(keepRows, [
          given.map(({ name }) => name),
          given.map(({ value }) => value),
          given.map(({ until }) => until),
        ]),
      );
    await reached(client.query('commit'));
    if (now > this.#sweptAt + sweptEveryMilliseconds || now < this.#sweptAt) {
      this.#sweptAt = now;
      await reached(client.query(sweepRows, [now]));
    }
    return () => result;
  }
}
