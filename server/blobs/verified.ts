import type { Db, Trx } from '../database/database.ts';
import { readInstance, writeInstance } from '../database/instance.ts';
import { newId } from '../ids.ts';

const key = 'files_verified';

/** Tells every process over the database that all blobs were looked at: each looks again at what it had found. */
export function markVerified(trx: Trx): Promise<void> {
  return writeInstance(trx, key, newId());
}

/** Another one after each verification, by whichever process. */
export function readVerified(db: Db): Promise<string | null> {
  return readInstance(db, key);
}
