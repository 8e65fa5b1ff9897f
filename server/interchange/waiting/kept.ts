import { type Db, inSnapshot, inTransaction } from '../../database/database.ts';
import type { Lent, ShortLived } from '../../database/short-lived.ts';

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Waiting imports in a table: every process and the next start find them, and they survive a crash of the database. */
export class KeptInTable implements ShortLived {
  readonly outlivesProcess = true;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(kind: string, now: number): Promise<Map<string, unknown>> {
    const prefix = `${kind} `;
    const rows = await inSnapshot(this.#db, (trx) =>
      trx
        .selectFrom('import_jobs')
        .select(['name', 'value_json'])
        .where('name', '>=', prefix)
        .where('name', '<', `${kind}!`)
        .where('kept_until', '>', isoOf(now))
        .execute(),
    );
    return new Map(rows.map(({ name, value_json }) => [name.slice(prefix.length), JSON.parse(value_json)]));
  }

  change<T>(names: readonly string[], now: number, work: (lent: Lent) => T): Promise<T> {
    return inTransaction(this.#db, async (trx) => {
      const rows = await trx
        .selectFrom('import_jobs')
        .select(['name', 'value_json'])
        .where('name', 'in', names)
        .where('kept_until', '>', isoOf(now))
        .execute();
      const kept = new Map(rows.map(({ name, value_json }) => [name, value_json]));
      const put = new Map<string, { value_json: string; kept_until: string } | null>();
      const result = work({
        get: (name) => {
          const value = put.has(name) ? (put.get(name)?.value_json ?? null) : (kept.get(name) ?? null);
          return value === null ? undefined : JSON.parse(value);
        },
        set: (name, value, until) =>
          void put.set(name, { value_json: JSON.stringify(value), kept_until: isoOf(until) }),
        delete: (name) => void put.set(name, null),
      });
      for (const [name, row] of put) {
        if (row === null) await trx.deleteFrom('import_jobs').where('name', '=', name).execute();
        else
          await trx
            .insertInto('import_jobs')
            .values({ name, ...row })
            .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
            .execute();
      }
      return result;
    });
  }

  /** Removes expired entries. */
  async sweep(now: number): Promise<void> {
    await inTransaction(this.#db, (trx) =>
      trx.deleteFrom('import_jobs').where('kept_until', '<=', isoOf(now)).execute(),
    );
  }
}
