import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.ts';
import { listLackingToShare, type Settings } from '../settings.ts';
import { giveUpBallast, keepBallast } from './ballast.ts';
import { toDamageRefusal } from './connect.ts';
import { lockEverything } from './data-lock.ts';
import { describeChangedPages, type OpenedDatabase, openDatabase } from './database.ts';
import { makePrivateFile, sweepPartialFiles, syncFolder } from './files.ts';
import { migrate, refuseUnknownSchema } from './migrate.ts';
import type { SecretMarks } from './postgres/listener.ts';
import type { OpenedPostgres } from './postgres/open.ts';
import { DatabaseRefused } from './refused.ts';
import { judgeStorageError } from './storage-errors.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { Check } from './sums/check.ts';
import type { CheckpointProblems } from './sums/checkpoints.ts';

/**
 * Opens a server's database, checked and migrated: that of its data folder, or the configured PostgreSQL database; `opened`
 * closes it and unlocks the folder. `marks` identifies the secrets that other servers must share; null allows no others. Refuses
 * (DatabaseRefused) a folder in use or not writable, a database of a newer program, from before 0.1.0 or of another program, and
 * a damaged one.
 */
export async function openData(
  settings: Settings,
  host: DataHost,
  opened: AsyncDisposableStack,
): Promise<OpenedDatabase | OpenedPostgres> {
  const lock = lockEverything(settings);
  opened.defer(() => lock.release());
  try {
    return await openLockedData(settings, host, opened);
  } catch (error) {
    throw explainAlone(error, settings);
  }
}

type DataHost = { log: Log; storage: StorageWatch; marks: SecretMarks | null };

/** Does the same once the folders are locked. */
export async function openLockedData(
  settings: Settings,
  { log, storage, marks }: DataHost,
  opened: AsyncDisposableStack,
): Promise<OpenedDatabase | OpenedPostgres> {
  const { dataDir, dbPath } = settings;
  if (settings.databaseUrl !== null) {
    // Loaded only when PostgreSQL is used.
    const { servePostgres } = await import('./postgres/open.ts');
    const place = { url: settings.databaseUrl, folder: dataDir };
    const database = await servePostgres(place, { isTest: settings.appEnv !== 'production', marks });
    opened.defer(() => database.close());
    return database;
  }
  sweepPartialFiles(dbPath, Date.now());
  const database = openWithRoom(settings, {
    onFailed: storage.judge,
    onSumsLost: (error) =>
      log.warn({ event: 'page_sums_lost', code: (error as { code?: unknown } | null)?.code }),
  });
  // Exists while a server runs, and remains after a crash.
  const running = path.join(dataDir, 'running');
  let isWhole = false;
  opened.defer(async () => {
    await database.close();
    if (isWhole && !storage.isBroken) rmSync(running, { force: true });
  });
  const { state } = refuseChangedPages(database);
  checkIntegrity(database, existsSync(running) ? 'integrity_check' : 'quick_check');
  isWhole = true;
  makePrivateFile(running);
  syncFolder(dataDir);
  const copy = await migrate(database.sqlite, dbPath);
  if (copy !== null) log.info({ event: 'migrated', copy: path.basename(copy) });
  if (state === 'unknown') {
    if (existsSync(`${dbPath}-sums`)) log.warn({ event: 'page_sums_made_anew' });
    database.sumPages();
  }
  if (!keepBallast(dataDir)) storage.awaitRoom();
  return database;
}

function openWithRoom(settings: Settings, problems: CheckpointProblems): OpenedDatabase {
  const open = (): OpenedDatabase => {
    refuseUnknownSchema(settings.dbPath);
    return openDatabase(settings.dbPath, { problems });
  };
  try {
    return open();
  } catch (error) {
    // On a full disk SQLite fails to create its index in various ways; only the room for the ballast is conclusive.
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

function refuseChangedPages(database: OpenedDatabase): Check {
  const check = database.checkPages();
  if (check.state !== 'damaged') return check;
  const found = describeChangedPages(database.sqlite, check.pages);
  throw new DatabaseRefused(`the database is damaged (${found}): restore a backup`, 'damaged');
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

/** Names the missing settings when a process is refused next to others. */
function explainAlone(error: unknown, settings: Settings): unknown {
  const lacking = listLackingToShare(settings);
  if (settings.databaseUrl === null || lacking.length === 0) return error;
  if (!(error instanceof DatabaseRefused) || error.reason !== 'in_use') return error;
  return new DatabaseRefused(
    `another process serves this database, and this one has to be alone without ${lacking.join(' and ')}`,
    'in_use',
  );
}
