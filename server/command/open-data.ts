import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { lockEverything } from '../database/data-lock.ts';
import { type OpenedDatabase, openDatabase } from '../database/database.ts';
import { findNewestVersion, migrate, readSchemaVersion, refuseNewerSchema } from '../database/migrate.ts';
import type { OpenedPostgres } from '../database/postgres/open.ts';
import { DatabaseRefused } from '../database/refused.ts';
import type { Settings } from '../settings.ts';
import { Refusal } from './command.ts';

/** A server that starts holds the folder for as long as its checks and migrations take. */
const patienceMilliseconds = 10_000;

/**
 * Lends the database to `work`, also while a server has it open, be it in PostgreSQL or a file. A schema that is not current is brought up to date under
 * the folder's lock, as the server does it. Refuses a database of a newer program, an older one that a server is using, and,
 * unless it may be made, an absent one.
 */
export async function withDatabase<T>(
  settings: Settings,
  options: { create: boolean },
  work: (database: OpenedDatabase | OpenedPostgres) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl !== null) {
    const { openMigrated } = await import('../database/postgres/open.ts');
    const place = { url: settings.databaseUrl, folder: settings.dataDir };
    const shared = await openMigrated(place, { isTest: settings.appEnv !== 'production' });
    try {
      return await work(shared);
    } finally {
      await shared.close();
    }
  }
  if (!options.create && !existsSync(settings.dbPath)) {
    throw new Refusal(`there is no Damson database at ${settings.dbPath}`);
  }
  const database = await openCurrent(settings);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function openCurrent(settings: Settings): Promise<OpenedDatabase> {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    refuseNewerSchema(settings.dbPath);
    if (readSchemaVersion(settings.dbPath) === findNewestVersion()) {
      return openDatabase(settings.dbPath, { mustExist: true });
    }
    try {
      return await openMigrated(settings);
    } catch (error) {
      if (!(error instanceof DatabaseRefused) || performance.now() > deadline) throw error;
    }
    await wait(50);
  }
}

async function openMigrated(settings: Settings): Promise<OpenedDatabase> {
  const lock = lockEverything(settings);
  try {
    // Whoever held the lock before may have brought a newer schema.
    refuseNewerSchema(settings.dbPath);
    const database = openDatabase(settings.dbPath);
    try {
      await migrate(database.sqlite, settings.dbPath);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  } finally {
    lock.release();
  }
}
