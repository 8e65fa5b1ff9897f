import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Db, inTransaction, openDatabase } from '../../../server/database/database.ts';

/** Number of keys, written in turn, each with a value of some 15 pages that begins with the number of the write. */
export const keysWritten = 200;
export const valueOfWrite = (count: number): string => `${count} `.repeat(60_000 / `${count} `.length);

export async function writeValue(db: Db, count: number): Promise<void> {
  const value = valueOfWrite(count);
  await inTransaction(db, (trx) =>
    trx
      .insertInto('instance')
      .values({ key: String(count % keysWritten), value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  );
  await nextTurn();
}

/** Run by a test: writes to the database in the argument until killed, and prints the number of each write. */
if (import.meta.main) {
  const opened = openDatabase(process.argv[2] as string);
  for (let count = 0; ; count += 1) {
    await writeValue(opened.db, count);
    writeSync(1, `${count}\n`);
  }
}
