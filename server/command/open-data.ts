import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isHeld } from '../database/data-lock.ts';
import { type OpenedDatabase, openDatabase } from '../database/database.ts';
import { findNewestVersion, readSchemaVersion, refuseUnknown } from '../database/migrate.ts';
import type { OpenedPostgres } from '../database/postgres/open.ts';
import { isReadOnly, openReadOnly } from '../database/read-only.ts';
import {
  openRegisters,
  placeRegisters,
  type RegisterPlaces,
  type Registers,
  registerNames,
} from '../registers.ts';
import type { Settings } from '../settings.ts';
import { Refusal, runWithCleanUp } from './command.ts';

/** A server holds the folder during the checks and migrations of its start. */
const patienceMilliseconds = 10_000;

export type Lent = {
  database: OpenedDatabase | OpenedPostgres;
  registers: Registers;
  /** Whether writing is impossible, even of a history entry. */
  isReadOnly: boolean;
};

/**
 * Opens the database for `work`, even while a server has it open, in PostgreSQL or a file. Creates none and changes no schema.
 * Refuses a missing database, one of an older program, which `damson migrate` upgrades, and (DatabaseRefused) one of a newer
 * program or from before 0.1.0.
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (database: OpenedDatabase | OpenedPostgres) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl === null && existsSync(settings.dbPath) && isReadOnly(settings.dbPath))
    throw new Refusal(`${settings.dbPath} is on a read-only file system`);
  return withReadableDatabase(settings, ({ database }) => work(database));
}

/** Does the same for `work` that only reads, even if writing is impossible: it then reads a temporary copy. */
export async function withReadableDatabase<T>(
  settings: Settings,
  work: (lent: Lent) => Promise<T>,
): Promise<T> {
  const { database, isReadOnly } =
    settings.databaseUrl === null
      ? await openFile(settings)
      : await openShared(settings.databaseUrl, settings);
  const opened = new AsyncDisposableStack();
  opened.defer(() => database.close());
  try {
    const registers = openRegisters(database.db, placeReadable(settings, opened));
    // Its temporary copies are removed when the process ends, even by a signal.
    return await runWithCleanUp(
      () => {},
      () => work({ database, registers, isReadOnly }),
    );
  } finally {
    await opened.disposeAsync();
  }
}

/** Data read from a bucket is stored in a local file meanwhile. */
function placeReadable(settings: Settings, opened: AsyncDisposableStack): RegisterPlaces {
  const places = placeRegisters(settings);
  if (settings.bucket === null || !isReadOnly(settings.dataDir)) return places;
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-files-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  opened.defer(remove);
  return Object.fromEntries(
    registerNames.map((name) => [name, { ...places[name], folder }]),
  ) as RegisterPlaces;
}

type Opened = Pick<Lent, 'database' | 'isReadOnly'>;

async function openShared(url: string, settings: Settings): Promise<Opened> {
  const { openCurrent } = await import('../database/postgres/open.ts');
  const folder = isReadOnly(settings.dataDir) ? tmpdir() : settings.dataDir;
  const found = await openCurrent({ url, folder }, { isTest: settings.appEnv !== 'production' });
  if (found === null) throw refuseAbsent('SVC_DATABASE_URL');
  if ('version' in found)
    throw refuseOlder(
      found.version,
      '"damson migrate --backup <file>" brings it up to date, once it has read a backup of it',
    );
  return { database: found, isReadOnly: false };
}

async function openFile(settings: Settings): Promise<Opened> {
  const { dbPath } = settings;
  if (existsSync(dbPath) && isReadOnly(dbPath)) {
    const database = openReadOnly(dbPath, (file) => refuseUnlessCurrent(readSchemaVersion(file), dbPath));
    return { database, isReadOnly: true };
  }
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    const version = readSchemaVersion(dbPath);
    refuseUnknown(version);
    // A server holding the folder may be upgrading it.
    if (version === findNewestVersion() || !isHeld(settings.dataDir) || performance.now() > deadline) {
      refuseUnlessCurrent(version, dbPath);
      return { database: openDatabase(dbPath, { mustExist: true }), isReadOnly: false };
    }
    await wait(50);
  }
}

function refuseUnlessCurrent(version: number | null, place: string): void {
  if (version === null) throw refuseAbsent(place);
  refuseUnknown(version);
  if (version < findNewestVersion())
    throw refuseOlder(version, '"damson migrate" copies the database and brings it up to date');
}

/** Refusal of a command that found no installation, or the error that hides it from this user. */
export function refuseAbsent(place: string): Error {
  try {
    // Undefined without a file; throws if nobody can know.
    statSync(place, { throwIfNoEntry: false });
  } catch (error) {
    return error as Error;
  }
  return new Refusal(
    `there is no Damson database at ${place}: "damson serve" creates one at its first start`,
  );
}

function refuseOlder(version: number, cure: string): Refusal {
  return new Refusal(
    `the database has schema version ${version}, this program works with version ${findNewestVersion()}: ${cure}`,
  );
}
