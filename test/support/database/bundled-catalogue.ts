import { readBundledCatalogue } from '../../../server/catalogue/bundle/bundled.ts';
import { replaceCatalogue } from '../../../server/catalogue/sync/replace.ts';
import { type Db, inTransaction } from '../../../server/database/database.ts';

/** Before the clock of any test. */
const loadedAt = Date.UTC(2020, 0, 1);

/** Loads the bundled catalogue into a database, without the thread that a server starts for it. */
export async function loadBundled(db: Db): Promise<void> {
  const bundle = await readBundledCatalogue();
  const record = { bundle, source: 'bundled', verified: true, by: 'server', at: loadedAt } as const;
  await inTransaction(db, (trx) => replaceCatalogue(trx, record));
}
