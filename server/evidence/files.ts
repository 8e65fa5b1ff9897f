import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  statfs,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '../errors.ts';
import { isId } from '../ids.ts';

/** Where one file lies: `<root>/<mission>/<test>/<sha256>`. */
export type Address = { missionId: string; testId: string; sha256: string };

/** A complete, synced file that has not been put in its place yet. */
export type StagedFile = { path: string; sha256: string; size: number };

/**
 * The disk failed to keep what it was given. What was acknowledged before is in doubt from here on, so the host stops
 * acknowledging and exits; a failed sync is never tried again, because the second one would succeed without the data.
 */
export class StorageFailure extends Error {
  readonly code = 'EIO';
}

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;
const readSize = 256 * 1024;
const temporaryFolder = '.tmp';
// Windows has no such flag, and no links that an ordinary user may create.
const noFollow = constants.O_NOFOLLOW ?? 0;
const digestPattern = /^[0-9a-f]{64}$/;

/** The evidence folder: content-addressed files that are synced before anyone may refer to them. */
export class EvidenceFiles {
  readonly root: string;
  /** Addresses whose file was found missing or damaged; health is red while there are any. */
  readonly corrupt = new Set<string>();
  readonly #newId: () => string;
  readonly #turns = new Map<string, Promise<void>>();
  /** Test folders whose own entry is known to be on the disk. */
  readonly #durable = new Set<string>();

  constructor(root: string, newId: () => string) {
    this.root = root;
    this.#newId = newId;
  }

  /**
   * Makes the folder ready to store into, once, before the first upload of the serving process: whatever an earlier process
   * was still receiving is removed. Returns how many such files there were.
   */
  async prepare(): Promise<number> {
    const folder = path.join(this.root, temporaryFolder);
    await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
    await syncFolder(this.root);
    // Without its own entry on the disk a new root would be lost with all that is in it.
    await syncFolder(path.dirname(this.root));
    const names = await readdir(folder);
    for (const name of names) await rm(path.join(folder, name), { recursive: true, force: true });
    return names.length;
  }

  /** Refuses with `disk_full` when the disk has no room for `size` bytes. */
  async refuseWithoutSpace(size: number): Promise<void> {
    const disk = await statfs(this.root);
    if (disk.bavail * disk.bsize < size) throw diskFull();
  }

  /** Opens a temporary file that takes at most `limit` bytes. */
  async stage(limit: number): Promise<Staging> {
    const file = path.join(this.root, temporaryFolder, this.#newId());
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow;
    try {
      return new Staging(await open(file, flags, ownerOnlyFile), file, limit);
    } catch (error) {
      throw storageError(error);
    }
  }

  /**
   * Runs `work` while nothing else is done to this address. Placing a file and recording it, and counting its records and
   * removing it, are each one turn, so that a file is never removed under a record that is being made.
   */
  async exclusive<T>(address: Address, work: () => Promise<T>): Promise<T> {
    const key = keyOf(address);
    const before = this.#turns.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const turn = result.then(nothing, nothing);
    this.#turns.set(key, turn);
    try {
      return await result;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }

  /**
   * Puts a staged file in its place, inside `exclusive`. A good file that is there already is synced and kept; a damaged one
   * is replaced. When this returns, the file survives a power cut.
   */
  async place(staged: StagedFile, address: Address): Promise<void> {
    const target = this.#pathOf(address);
    try {
      if (await syncIfIntact(target, address.sha256)) {
        await unlink(staged.path);
      } else {
        await this.#moveInto(path.dirname(target), staged.path, target);
      }
      await this.#syncFolders(path.dirname(target));
    } catch (error) {
      throw storageError(error);
    }
    this.corrupt.delete(keyOf(address));
  }

  /** Removes a file, and the folders it leaves empty, inside `exclusive`. A file that is gone already is no error. */
  async remove(address: Address): Promise<void> {
    const target = this.#pathOf(address);
    await rm(target, { force: true });
    this.corrupt.delete(keyOf(address));
    await this.removeIfEmpty(path.dirname(target));
    await this.removeIfEmpty(path.dirname(path.dirname(target)));
  }

  async removeIfEmpty(folder: string): Promise<void> {
    try {
      this.#durable.delete(folder);
      await rmdir(folder);
    } catch (error) {
      if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) throw error;
    }
  }

  /**
   * Opens a file and compares all of it with its digest; the handle is the one that was read, so what is sent is what was
   * verified. Returns null when the file is missing or damaged.
   */
  async openIntact(address: Address): Promise<{ handle: FileHandle; size: number } | null> {
    const handle = await openExisting(this.#pathOf(address), constants.O_RDONLY);
    if (handle === null) return null;
    try {
      const found = await digestOf(handle);
      if (found?.sha256 === address.sha256) return { handle, size: found.size };
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
    return null;
  }

  /** Size of a file, and when it was written (milliseconds since the epoch), without reading it; null when there is none. */
  async factsOf(address: Address): Promise<{ size: number; writtenAt: number } | null> {
    try {
      const found = await lstat(this.#pathOf(address));
      return found.isFile() ? { size: found.size, writtenAt: found.mtimeMs } : null;
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null;
      throw error;
    }
  }

  reportCorrupt(address: Address): void {
    this.corrupt.add(keyOf(address));
  }

  reportIntact(address: Address): void {
    this.corrupt.delete(keyOf(address));
  }

  /**
   * Every folder of a test, or those of one mission, with the digests stored in it. What is not named as this program names
   * things is passed over.
   */
  async *folders(only?: string): AsyncGenerator<{ missionId: string; testId: string; digests: string[] }> {
    const missions = await namesIn(this.root, isId);
    for (const missionId of missions.filter((name) => only === undefined || name === only)) {
      for (const testId of await namesIn(path.join(this.root, missionId), isId)) {
        const digests = await namesIn(path.join(this.root, missionId, testId), (name) =>
          digestPattern.test(name),
        );
        yield { missionId, testId, digests };
      }
      await this.removeIfEmpty(path.join(this.root, missionId));
    }
  }

  folderOf(missionId: string, testId: string): string {
    return path.join(this.root, missionId, testId);
  }

  /** Removes all that is stored and being received; what else lies in the folder, such as its lock, stays. */
  async wipe(): Promise<void> {
    for (const name of await namesIn(this.root, isId)) {
      await rm(path.join(this.root, name), { recursive: true, force: true });
    }
    this.#durable.clear();
    this.corrupt.clear();
    await this.prepare();
  }

  #pathOf(address: Address): string {
    return path.join(this.root, keyOf(address));
  }

  async #moveInto(folder: string, from: string, to: string): Promise<void> {
    // The folder can be removed as empty by the last deletion in it between the two steps.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
        await rename(from, to);
        return;
      } catch (error) {
        if (attempt === 5 || !isCode(error, 'ENOENT')) throw error;
      }
    }
  }

  async #syncFolders(folder: string): Promise<void> {
    await syncFolder(folder);
    // Whoever made the folder may not have synced its parents yet, so its being there says nothing.
    if (this.#durable.has(folder)) return;
    const missionFolder = path.dirname(folder);
    await syncFolder(missionFolder);
    await syncFolder(this.root);
    this.#durable.add(folder);
  }
}

/** How much of one upload may wait for the disk. */
const backlogLimit = 256 * 1024;

/** One file on its way in: hashed and counted while it is written. */
export class Staging {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  #size = 0;
  #backlog: Buffer[] = [];
  #backlogSize = 0;
  #writing: Promise<void> | null = null;
  #failure: unknown = null;
  #closed = false;

  constructor(handle: FileHandle, file: string, limit: number) {
    this.#handle = handle;
    this.#path = file;
    this.#limit = limit;
  }

  /**
   * Takes a chunk; the next may come at once (null) or when the promise resolves. What arrives during one write goes into the
   * next, since each costs as much as hashing the chunk. Refuses what goes over the limit.
   */
  write(chunk: Buffer): Promise<void> | null {
    if (this.#failure !== null) throw this.#failure;
    this.#size += chunk.length;
    if (this.#size > this.#limit) {
      throw new DomainError('too_large', `A file may have at most ${this.#limit} bytes`);
    }
    this.#hash.update(chunk);
    this.#backlog.push(chunk);
    this.#backlogSize += chunk.length;
    this.#writing ??= this.#writeBacklog();
    return this.#backlogSize < backlogLimit ? null : this.#written();
  }

  /** Syncs and closes the file. */
  async finish(): Promise<StagedFile> {
    await this.#written();
    try {
      await sync(this.#handle);
    } finally {
      await this.#close();
    }
    return { path: this.#path, sha256: this.#hash.digest('hex'), size: this.#size };
  }

  /** Closes and removes the file. */
  async discard(): Promise<void> {
    await this.#writing;
    await this.#close();
    await discardStaged(this.#path);
  }

  async #written(): Promise<void> {
    await this.#writing;
    if (this.#failure !== null) throw this.#failure;
  }

  /** Never rejects: nobody may be waiting for it. */
  async #writeBacklog(): Promise<void> {
    try {
      while (this.#backlog.length > 0) {
        const chunks = this.#backlog;
        this.#backlog = [];
        this.#backlogSize = 0;
        await writeAll(this.#handle, chunks);
      }
    } catch (error) {
      this.#failure = storageError(error);
    }
    this.#writing = null;
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#handle.close();
  }
}

export async function discardStaged(file: string): Promise<void> {
  await rm(file, { force: true });
}

async function writeAll(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  let rest = chunks;
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest);
    const partial = rest.findIndex((chunk) => {
      if (chunk.length > bytesWritten) return true;
      bytesWritten -= chunk.length;
      return false;
    });
    if (partial === -1) return;
    rest = rest.slice(partial);
    rest[0] = (rest[0] as Buffer).subarray(bytesWritten);
  }
}

async function sync(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    const refusal = storageError(error);
    if (refusal instanceof DomainError) throw refusal;
    throw new StorageFailure('a file could not be synced', { cause: error });
  }
}

/** Makes what a folder lists survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't sync a folder, and orders changes to it in its journal.
  if (process.platform === 'win32') return;
  let handle: FileHandle;
  try {
    handle = await open(folder, constants.O_RDONLY);
  } catch (error) {
    // A folder above the root may be one that this user may only pass through.
    if (isCode(error, 'EACCES', 'EPERM')) return;
    throw storageError(error);
  }
  try {
    await sync(handle);
  } catch (error) {
    // Some network file systems know no sync of a folder.
    if (!(error instanceof StorageFailure) || !isCode(error.cause, 'EINVAL', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

async function syncIfIntact(file: string, sha256: string): Promise<boolean> {
  const handle = await openExisting(file, constants.O_RDWR);
  if (handle === null) return false;
  try {
    if ((await digestOf(handle))?.sha256 !== sha256) return false;
    await sync(handle);
    return true;
  } finally {
    await handle.close();
  }
}

/** Null for what is missing, a link, or no plain file. */
async function openExisting(file: string, mode: number): Promise<FileHandle | null> {
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

/** Null when the disk can't read it back. */
async function digestOf(handle: FileHandle): Promise<{ sha256: string; size: number } | null> {
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

async function namesIn(folder: string, isOurs: (name: string) => boolean): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(isOurs);
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** The path of an address below the root. Nothing but identifiers and a digest can get into it. */
function keyOf({ missionId, testId, sha256 }: Address): string {
  if (!isId(missionId) || !isId(testId) || !digestPattern.test(sha256)) {
    throw new Error('not the address of an evidence file');
  }
  return path.join(missionId, testId, sha256);
}

/** A full disk refuses the upload, a failing one stops the host; anything else stays what it is. */
function storageError(error: unknown): unknown {
  if (isCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) return diskFull();
  if (isCode(error, 'EIO') && !(error instanceof StorageFailure)) {
    return new StorageFailure('the evidence folder could not be written', { cause: error });
  }
  return error;
}

function diskFull(): DomainError {
  return new DomainError('disk_full', 'No space is left on the disk; nothing was kept');
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

function nothing(): void {}
