import { type OpenedDatabase, openDatabase } from './database.ts';
import type { DatabaseInUse } from './engine.ts';
import type { OpenedPostgres } from './postgres/open.ts';
import { keepView } from './view.ts';

/** Opens a database in a thread while the process has it open (`findInUse`); close it before the process does. */
export async function openInUse(
  database: DatabaseInUse,
  { readonly = false } = {},
): Promise<OpenedDatabase | OpenedPostgres> {
  keepView(database.view ?? null);
  if ('url' in database) {
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres(database, { connections: 2 });
  }
  return openDatabase(database.file, { mustExist: true, beside: database.pages, readonly });
}
