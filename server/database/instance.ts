import type { Db } from './database.ts';

/** The value this installation remembers under `key`; `value` is remembered the first time. */
export async function rememberedValue(db: Db, key: string, value: string): Promise<string> {
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
