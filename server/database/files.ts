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
 * Creates an empty file readable only by its owner, unless it exists: SQLite would create it with the process's umask. An
 * existing one is not even opened, because closing it would drop this process's locks on it.
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

/** Files created by root in a service's folder are given to the service, which must be able to open them. */
function giveToOwner(file: string, handle: number): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(file));
  if (uid !== 0) fchownSync(handle, uid, gid);
}

/** Makes the entries of a folder durable; otherwise a power cut can remove a new or renamed file. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a file with `bytes` atomically and durably. */
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

/** Creates a file atomically; returns false if it exists, and keeps it. */
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

/** Each process writes its own file, because several may open a closed database at the same time. */
function namePartial(file: string): string {
  return `${file}.${newId()}.partial`;
}

const writtenForAtMost = 3_600_000;

/** Removes partial files left next to a database by interrupted processes; those younger than an hour may still be in use. */
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

/** Files without an identifier come from an earlier version. */
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
