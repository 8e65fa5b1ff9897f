import { rmSync } from 'node:fs';
import path from 'node:path';
import { lockEverything } from '../database/data-lock.ts';
import { type Db, openDatabase } from '../database/database.ts';
import { digestSqlite } from '../database/postgres/copy.ts';
import { placeRegisters } from '../registers.ts';
import type { Settings } from '../settings.ts';
import type { Manifest } from './manifest.ts';
import { fillPostgres, openEmpty } from './move.ts';
import { restoreBackup } from './restore.ts';

/**
 * Restores a backup into the empty PostgreSQL database and file store of `settings`: first into the data folder, then moves the
 * database. Refuses (BackupRefused) what `restoreBackup` refuses, and (MoveRefused) a database that is not empty.
 */
export async function restoreIntoPostgres(
  file: string,
  settings: Settings,
  options: Parameters<typeof restoreBackup>[2],
): Promise<Manifest> {
  const opened = new AsyncDisposableStack();
  try {
    const { db } = (await openEmpty(settings, opened))!;
    return await restoreThrough(file, settings, options, db);
  } finally {
    await opened.disposeAsync();
  }
}

async function restoreThrough(
  file: string,
  settings: Settings,
  options: Parameters<typeof restoreBackup>[2],
  db: Db,
): Promise<Manifest> {
  const inFolder = { ...settings, databaseUrl: null, dbPath: path.join(settings.dataDir, 'damson.db') };
  const manifest = await restoreBackup(file, inFolder, options);
  const lock = lockEverything(inFolder);
  const removeDatabase = (): void => {
    for (const end of ['', '-wal', '-shm', '-sums']) rmSync(inFolder.dbPath + end, { force: true });
  };
  try {
    const restored = openDatabase(inFolder.dbPath, { mustExist: true });
    try {
      await fillPostgres(restored.sqlite, digestSqlite(restored.sqlite), db);
    } finally {
      await restored.close();
    }
  } catch (error) {
    // The next restore of the same backup recognises files left in a bucket.
    const folders = settings.bucket === null ? Object.values(placeRegisters(settings)) : [];
    for (const { folder } of folders) rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    removeDatabase();
    lock.release();
  }
  return manifest;
}
