import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { newId } from '../ids.ts';

/**
 * Makes an empty file that only its owner can read, unless there is one: SQLite would make it with the process's umask. One
 * that is there is not even opened, because closing it would drop the locks this process holds on it.
 */
export function makePrivateFile(file: string): void {
  try {
    const handle = openSync(file, 'wx', 0o600);
    giveToOwner(file, handle);
    closeSync(handle);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Files that root creates in a service's folder belong to the service, which has to open them again. */
function giveToOwner(file: string, handle: number): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(file));
  if (uid !== 0) fchownSync(handle, uid, gid);
}

/** Makes what a folder lists durable; without it a new or renamed file can vanish with the power. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Puts `bytes` in the place of a file, whole or not at all, and makes them durable. */
export function replaceFile(file: string, bytes: Buffer): void {
  const partial = namePartial(file);
  try {
    writeAnew(partial, bytes, { sync: true });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  syncFolder(path.dirname(file));
}

/** Makes a file, whole at once, where there is none; one that is there stays, and false is returned. */
export function makeFile(file: string, bytes: Buffer): boolean {
  const partial = namePartial(file);
  try {
    writeAnew(partial, bytes, { sync: false });
    linkSync(partial, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Each process writes a file of its own: several may open a closed database at the same moment. */
function namePartial(file: string): string {
  return `${file}.${newId()}.partial`;
}

const writtenForAtMost = 3_600_000;

/** Removes what processes that were cut off were writing beside a database: others may be writing what is younger than an hour. */
export function sweepPartialFiles(databaseFile: string, now: number): void {
  const folder = path.dirname(databaseFile);
  const begin = `${path.basename(databaseFile)}-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(begin) || !partialForm.test(name.slice(begin.length))) continue;
    const file = path.join(folder, name);
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - written > writtenForAtMost) rmSync(file, { force: true });
  }
}

/** Without an identifier it is of an earlier version. */
const partialForm = /^(sums|shm|wal)(\.[0-9a-f-]{36})?\.partial$/;

function writeAnew(file: string, bytes: Buffer, { sync }: { sync: boolean }): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    giveToOwner(file, handle);
    writeFileSync(handle, bytes);
    if (sync) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
