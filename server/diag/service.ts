import type { BlobRegister } from '../blobs/register.ts';
import { emptyCatalogue } from '../catalogue/service.ts';
import { type Db, inTransaction } from '../database/database.ts';
import { seedDetectionLevels } from '../detection-levels/service.ts';
import { deleteAllMissions } from '../missions/service.ts';
import type { MissionTotals } from '../missions/totals.ts';
import { emptyTemplates } from '../templates/service.ts';

export type Resettable = { db: Db; evidence: BlobRegister; totals: MissionTotals };

/** Empties missions, templates, catalogue and the evidence folder; accounts and engagements stay. */
export async function resetInstallation({ db, evidence, totals }: Resettable): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deleteAllMissions(trx);
    await emptyTemplates(trx);
    await emptyCatalogue(trx);
  });
  totals.forget();
  await evidence.wipe();
  await seedDetectionLevels(db);
}
