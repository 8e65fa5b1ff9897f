import type { Db, Trx } from './database.ts';

/** The value this installation remembers under `key`; `value` is remembered the first time. */
export async function rememberValue(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.value;
}

/** The value kept under `key`, or null. */
export async function readInstance(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps `value` under `key`, in place of any before; null forgets it. */
export async function writeInstance(trx: Trx, key: string, value: string | null): Promise<void> {
  await trx.deleteFrom('instance').where('key', '=', key).execute();
  if (value !== null) await trx.insertInto('instance').values({ key, value }).execute();
}
