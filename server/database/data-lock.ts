import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Settings } from '../settings.ts';
import { makePrivateFile } from './files.ts';
import { DatabaseRefused } from './refused.ts';

export type Lock = { release(): void };

/**
 * Locks the data folder for this process. Refuses (DatabaseRefused) while another holds it. The operating system holds the lock
 * on an SQLite file, so it always ends with the process.
 */
export function lockDataFolder(dataDir: string): Lock {
  return lockFile(path.join(dataDir, 'damson.lock'), `the data folder ${dataDir}`);
}

/** Whether another process has locked the data folder. */
export function isHeld(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, 'damson.lock'))) return false;
  try {
    lockDataFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof DatabaseRefused && error.reason === 'in_use';
  }
}

/**
 * Locks everything a server writes to: the data folder, and any database and evidence outside it, which another data folder's
 * settings may name too. Creates missing folders. Refuses (DatabaseRefused) what `lockDataFolder` does.
 */
export function lockEverything({ dataDir, dbPath, evidenceDir }: Settings): Lock {
  const taken: Lock[] = [];
  const release = (): void => {
    for (const lock of taken.reverse()) lock.release();
  };
  try {
    makeFolder(dataDir);
    taken.push(lockDataFolder(dataDir));
    if (!isInside(dbPath, dataDir)) {
      makeFolder(path.dirname(dbPath));
      taken.push(lockFile(`${dbPath}.lock`, `the database ${dbPath}`));
    }
    if (!isInside(evidenceDir, dataDir)) {
      makeFolder(evidenceDir);
      taken.push(lockFile(path.join(evidenceDir, 'damson.lock'), `the evidence folder ${evidenceDir}`));
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

function lockFile(file: string, what: string): Lock {
  let lock: Sqlite.Database | undefined;
  try {
    // SQLite opens a file that is there for reading where it can't be written.
    accessSync(path.dirname(file), constants.W_OK);
    makePrivateFile(file);
    lock = new Sqlite(file, { timeout: 0 });
    // Starting a write creates a journal, for which a full disk has no room; nothing is ever written here.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const code = String((error as { code?: unknown }).code);
    if (code.startsWith('SQLITE_BUSY'))
      throw new DatabaseRefused(`${what} is in use by another Damson process`, 'in_use');
    throw new DatabaseRefused(`${what} can't be written (${code})`, 'not_writable', { cause: error });
  }
  const held = lock;
  return { release: () => held.close() };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseRefused(
      `the folder ${folder} can't be made (${(error as NodeJS.ErrnoException).code})`,
      'not_writable',
      { cause: error },
    );
  }
}

function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
