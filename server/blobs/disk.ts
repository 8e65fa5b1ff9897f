import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { DomainError } from '../errors.ts';

/**
 * The disk failed to store data. Acknowledged writes are in doubt from now on, so the host stops acknowledging and exits. A
 * failed sync is never repeated, because a second one would succeed without the data.
 */
export class StorageFailure extends Error {
  readonly code = 'EIO';
}

const readSize = 256 * 1024;
// Windows has no such flag, nor links that an ordinary user may create.
export const noFollow = constants.O_NOFOLLOW ?? 0;

export async function sync(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    const refusal = storageError(error);
    if (refusal instanceof DomainError) throw refusal;
    throw new StorageFailure('a file could not be synced', { cause: error });
  }
}

/** Makes a folder's entries survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't sync a folder, but journals changes to it in order.
  if (process.platform === 'win32') return;
  let handle: FileHandle;
  try {
    handle = await open(folder, constants.O_RDONLY);
  } catch (error) {
    // This user may not be allowed to read a folder above the root.
    if (isCode(error, 'EACCES', 'EPERM')) return;
    throw storageError(error);
  }
  try {
    await sync(handle);
  } catch (error) {
    // Some network file systems can't sync a folder.
    if (!(error instanceof StorageFailure) || !isCode(error.cause, 'EINVAL', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

/** Null when the file is missing, a link, or not a plain file. */
export async function openExisting(file: string, mode: number): Promise<FileHandle | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, mode | noFollow);
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ELOOP', 'EISDIR', 'ENOTDIR', 'EIO')) return null;
    throw error;
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

/** Null when it can't be read back from the disk. */
export async function digestFile(handle: FileHandle): Promise<{ sha256: string; size: number } | null> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(readSize);
  let size = 0;
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, readSize, size);
      if (bytesRead === 0) return { sha256: hash.digest('hex'), size };
      hash.update(buffer.subarray(0, bytesRead));
      size += bytesRead;
    }
  } catch (error) {
    if (isCode(error, 'EIO')) return null;
    throw error;
  }
}

/** The bytes of a file; null when there is none, it has more than `limit`, or it can't be read back from the disk. */
export async function readWhole(file: string, limit: number): Promise<Buffer | null> {
  const handle = await openExisting(file, constants.O_RDONLY);
  if (handle === null) return null;
  try {
    return (await handle.stat()).size > limit ? null : await handle.readFile();
  } catch (error) {
    if (isCode(error, 'EIO')) return null;
    throw error;
  } finally {
    await handle.close();
  }
}

/** A full disk refuses the upload, a failing one stops the host; other errors are passed on. */
export function storageError(error: unknown): unknown {
  if (isCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) return diskFull();
  if (isCode(error, 'EIO') && !(error instanceof StorageFailure)) {
    return new StorageFailure('a stored file could not be written', { cause: error });
  }
  return error;
}

export function diskFull(): DomainError {
  return new DomainError('disk_full', 'No space is left on the disk; nothing was saved');
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}
