import { readFileSync, writeFileSync } from 'node:fs';
import { type Db, findInUse, inTransaction } from '../database/database.ts';
import { readInstance, writeInstance } from '../database/instance.ts';
import { newId } from '../ids.ts';

const key = 'files_verified';

/**
 * Tells every process of the database that all blobs were verified, so that each rechecks its earlier findings. The mark is in
 * the database, or next to its file, which only the server writes.
 */
export async function markVerified(db: Db): Promise<void> {
  const database = findInUse(db);
  if ('file' in database) writeFileSync(toMark(database.file), newId(), { mode: 0o600 });
  else await inTransaction(db, (trx) => writeInstance(trx, key, newId()));
}

/** A mark that changes with each verification by any process; null before the first one. */
export async function readVerified(db: Db): Promise<string | null> {
  const database = findInUse(db);
  if (!('file' in database)) return readInstance(db, key);
  try {
    return readFileSync(toMark(database.file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function toMark(file: string): string {
  return `${file}-verified`;
}
