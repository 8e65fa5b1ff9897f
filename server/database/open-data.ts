import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { giveUpBallast, keepBallast } from './ballast.ts';
import { lockEverything } from './data-lock.ts';
import {
  DatabaseRefused,
  type Db,
  makePrivateFile,
  type OpenedDatabase,
  openDatabase,
  syncFolder,
  toDamageRefusal,
} from './database.ts';
import { judgeStorageError } from './failures.ts';
import { migrate, refuseNewerSchema } from './migrate.ts';
import type { StorageWatch } from './storage-watch.ts';

/**
 * Opens the database of a data folder for a server, checked and at the newest schema; `opened` closes it and lets the folder go.
 * Refuses (DatabaseRefused) a folder in use or not writable, a database of a newer or another program, and a damaged one.
 */
export async function openData(
  settings: Settings,
  { log, storage }: { log: Log; storage: StorageWatch },
  opened: AsyncDisposableStack,
): Promise<Db> {
  const { dataDir, dbPath } = settings;
  const lock = lockEverything(settings);
  opened.defer(() => lock.release());
  const database = openWithRoom(settings);
  // There while a server runs, and still there after it was cut off.
  const running = path.join(dataDir, 'running');
  let isWhole = false;
  opened.defer(async () => {
    await database.close();
    if (isWhole && !storage.isBroken) rmSync(running, { force: true });
  });
  checkIntegrity(database, existsSync(running) ? 'integrity_check' : 'quick_check');
  isWhole = true;
  makePrivateFile(running);
  syncFolder(dataDir);
  const copy = await migrate(database.sqlite, dbPath);
  if (copy !== null) log.info({ event: 'migrated', copy: path.basename(copy) });
  keepBallast(dataDir);
  return database.db;
}

function openWithRoom(settings: Settings): OpenedDatabase {
  const open = (): OpenedDatabase => {
    refuseNewerSchema(settings.dbPath);
    return openDatabase(settings.dbPath);
  };
  try {
    return open();
  } catch (error) {
    // On a full disk SQLite fails to make its index in any of several ways; only the ballast's room tells.
    if (
      error instanceof DatabaseRefused ||
      judgeStorageError(error) === null ||
      !giveUpBallast(settings.dataDir)
    ) {
      throw error;
    }
    return open();
  }
}

function checkIntegrity({ sqlite }: OpenedDatabase, check: 'integrity_check' | 'quick_check'): void {
  let verdict: unknown;
  try {
    verdict = sqlite.pragma(check, { simple: true });
  } catch (error) {
    throw toDamageRefusal(error) ?? error;
  }
  if (verdict !== 'ok') {
    const found = String(verdict).replaceAll(/\s+/g, ' ');
    throw new DatabaseRefused(`the database is damaged (${check}: ${found}): restore a backup`, 'damaged');
  }
}
