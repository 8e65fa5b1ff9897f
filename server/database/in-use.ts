import { type OpenedDatabase, openDatabase } from './database.ts';
import type { DatabaseInUse } from './engine.ts';
import type { OpenedPostgres } from './postgres/open.ts';

/** Opens, in a thread, a database that the process has open (`findInUse`); whoever opened it closes it before it is closed there. */
export async function openInUse(
  database: DatabaseInUse,
  { readonly = false } = {},
): Promise<OpenedDatabase | OpenedPostgres> {
  if ('url' in database) {
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres(database, { connections: 2 });
  }
  return openDatabase(database.file, { mustExist: true, beside: database.pages, readonly });
}
