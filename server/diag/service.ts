import type { BlobRegister } from '../blobs/register.ts';
import { emptyCatalogue } from '../catalogue/service.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { type Db, inTransaction } from '../database/database.ts';
import { seedDetectionLevels } from '../detection-levels/service.ts';
import { recordWrite } from '../history/service.ts';
import { deleteAllMissions } from '../missions/service.ts';
import type { MissionTotals } from '../missions/totals.ts';
import type { Principal } from '../permissions.ts';
import { emptyTemplates } from '../templates/service.ts';

export type Resettable = {
  db: Db;
  now: Now;
  evidence: BlobRegister;
  reports: BlobRegister;
  totals: MissionTotals;
};

/** Empties missions, templates, catalogue and the folders of evidence and reports; accounts, engagements and the history stay. */
export async function resetInstallation(
  { db, now, evidence, reports, totals }: Resettable,
  user: Principal,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deleteAllMissions(trx);
    await emptyTemplates(trx);
    await emptyCatalogue(trx);
    const at = isoTime(now());
    await recordWrite(trx, { at, by: user, verb: 'reset', object: 'installation', id: null });
  });
  totals.forget();
  await evidence.wipe();
  await reports.wipe();
  await seedDetectionLevels(db);
}
