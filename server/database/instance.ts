import type { Db, Trx } from './database.ts';

/** The value stored for this installation under `key`; if there is none, stores `value`. */
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

/** The value stored under `key`, or null. */
export async function readInstance(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Stores `value` under `key`, replacing any other; null deletes it. */
export async function writeInstance(trx: Trx, key: string, value: string | null): Promise<void> {
  await trx.deleteFrom('instance').where('key', '=', key).execute();
  if (value !== null) await trx.insertInto('instance').values({ key, value }).execute();
}
