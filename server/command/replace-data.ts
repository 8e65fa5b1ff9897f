import path from 'node:path';
import { makeBackup } from '../backup/make.ts';
import { restoreOver } from '../backup/restore.ts';
import { openBackupFolder, recordMadeBackup } from '../backup/service.ts';
import { isoTime } from '../database/clock.ts';
import type { AskedRestore } from '../host.ts';
import { newId } from '../ids.ts';
import { type Log, toTrace } from '../log.ts';
import type { Settings } from '../settings.ts';
import { version } from '../version.ts';
import { runWithCleanUp } from './command.ts';
import { withReadableDatabase } from './open-data.ts';

/**
 * Backs up the current data folder and replaces it with another backup, while nothing serves it. A failure leaves everything
 * unchanged, and is logged.
 */
export async function replaceData(settings: Settings, { file, by }: AskedRestore, log: Log): Promise<void> {
  try {
    await keepPresent(settings, by);
    const { made_at } = await restoreOver(file, settings, { by, interruptible: runWithCleanUp });
    log.info({ event: 'restored', made_at, user_id: by.id });
  } catch (error) {
    log.error({ event: 'restore_failed', user_id: by.id, ...toTrace(error) });
  }
}

/** Leaves out files already missing or damaged, because they may be the reason for the restore. */
async function keepPresent(settings: Settings, by: AskedRestore['by']): Promise<void> {
  const folder = openBackupFolder(settings);
  await folder.prepare();
  const madeAt = Date.now();
  const id = newId();
  const name = path.basename(folder.newFile(id, madeAt));
  await withReadableDatabase(settings, async ({ database, registers }) => {
    const options = { force: false, allowDamaged: true, programVersion: version, now: () => madeAt };
    await makeBackup({ database, registers }, folder.fileOf(name), {
      ...options,
      interruptible: runWithCleanUp,
    });
    await recordMadeBackup(database.db, { at: isoTime(madeAt), by, id, name });
  });
  await folder.keepCheck(name, { checked_at: isoTime(Date.now()), intact: true, problem: null });
}
