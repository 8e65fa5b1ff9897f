import type { BlobRegister } from '../blobs/register.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { type Db, inTransaction } from '../database/database.ts';
import { seedDetectionLevels } from '../detection-levels/service.ts';
import { recordWrite } from '../history/service.ts';
import type { Interchange } from '../interchange/service.ts';
import type { Principal } from '../permissions.ts';
import { emptyTables } from './store.ts';

export type Resettable = {
  db: Db;
  now: Now;
  evidence: BlobRegister;
  simulationEvidence: BlobRegister;
  reports: BlobRegister;
  interchange: Interchange;
};

/**
 * Empties missions, templates, imports, catalogue, all evidence, and the folders of evidence and reports including unknown files;
 * accounts, organisations, engagements and the history stay.
 */
export async function resetInstallation(
  { db, now, evidence, simulationEvidence, reports, interchange }: Resettable,
  user: Principal,
): Promise<void> {
  await interchange.forgetAll();
  await inTransaction(db, async (trx) => {
    await emptyTables(trx);
    const at = isoTime(now());
    await recordWrite(trx, { at, by: user, verb: 'reset', object: 'installation', id: null });
  });
  await evidence.wipe();
  await simulationEvidence.wipe();
  await reports.wipe();
  await seedDetectionLevels(db);
}
