import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

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

/** Puts `bytes` in the place of a file, whole or not at all, and makes them durable; `partial` is where they are until then. */
export function replaceFile(file: string, bytes: Buffer, partial: string): void {
  writeAnew(partial, bytes, { sync: true });
  renameSync(partial, file);
  syncFolder(path.dirname(file));
}

/** Makes a file, whole at once, where there is none; one that is there stays, and false is returned. */
export function makeFile(file: string, bytes: Buffer, partial: string): boolean {
  writeAnew(partial, bytes, { sync: false });
  try {
    linkSync(partial, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Never into a file that is there: it could be the second name of one that is in use. */
function writeAnew(file: string, bytes: Buffer, { sync }: { sync: boolean }): void {
  rmSync(file, { force: true });
  const handle = openSync(file, 'wx', 0o600);
  try {
    giveToOwner(file, handle);
    writeFileSync(handle, bytes);
    if (sync) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
