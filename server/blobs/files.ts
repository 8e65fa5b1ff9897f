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
import { isId } from '../ids.ts';
import {
  digestOf,
  diskFull,
  isCode,
  noFollow,
  openExisting,
  storageError,
  sync,
  syncFolder,
} from './disk.ts';
import { discardStaged, type StagedFile, Staging } from './staging.ts';

export type { StagedFile } from './staging.ts';

/** Where one file lies: `<root>/<mission>/<test>/<sha256>`. */
export type Address = { missionId: string; testId: string; sha256: string };

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;
const temporaryFolder = '.tmp';
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

  /**
   * Puts a staged file in its place and then runs `record`, in one turn of its address. Returns what that returns; where either
   * fails, the staged file goes, and `reclaim` removes the one in its place if nothing refers to it.
   */
  keep<T>(
    staged: StagedFile,
    address: Address,
    record: () => Promise<T>,
    reclaim: () => Promise<void>,
  ): Promise<T> {
    return this.exclusive(address, async () => {
      try {
        await this.place(staged, address);
        return await record();
      } catch (error) {
        // Should the database not answer, the file stays: it may be recorded, and the next start sweeps it if it is not.
        await discardStaged(staged.path).then(reclaim).catch(nothing);
        throw error;
      }
    });
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

function nothing(): void {}
