import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isCode, sync, syncFolder } from './disk.ts';

/**
 * Moves the blobs of a folder to where this version stores them, under the start's lock, and leaves a link for a downgrade. After
 * an interruption one of the two folders has all blobs, and the next start continues.
 */
export async function moveFolder(from: string, to: string): Promise<void> {
  if (!existsSync(from) || (await isSame(from, to))) return;
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  if (!existsSync(to)) await moveWhole(from, to);
  // Remains of an interrupted start, or of an earlier version.
  if (existsSync(from)) await copyMissing(from, to);
  await rm(from, { recursive: true, force: true });
  await leaveLink(from, to);
  await syncFolder(path.dirname(from));
}

async function isSame(from: string, to: string): Promise<boolean> {
  return existsSync(to) && (await realpath(from)) === (await realpath(to));
}

async function leaveLink(from: string, to: string): Promise<void> {
  try {
    // Relative, because both folders may be moved together.
    await symlink(path.relative(path.dirname(from), to), from, 'junction');
  } catch (error) {
    // Another process has created it, or the file system doesn't support links.
    if (!isCode(error, 'EEXIST', 'EPERM', 'EACCES', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
  }
}

async function moveWhole(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // Another process has moved it during its start.
    if (isCode(error, 'ENOENT') && !existsSync(from)) return;
    if (!isCode(error, 'EXDEV', 'EPERM', 'EACCES', 'EBUSY')) throw error;
    const copy = `${to}.partial`;
    await rm(copy, { recursive: true, force: true });
    await copyMissing(from, copy);
    await rename(copy, to);
  }
  await syncFolder(path.dirname(to));
}

async function copyMissing(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyMissing(source, target);
    else if (entry.isFile() && !existsSync(target)) await copyDurably(source, target);
  }
  await syncFolder(to);
}

/** The file is put in place once it is completely on the disk. */
async function copyDurably(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await copyFile(source, partial);
  const handle = await open(partial, constants.O_RDWR);
  try {
    await sync(handle);
  } finally {
    await handle.close();
  }
  await rename(partial, target);
}
