import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isId } from '../ids.ts';
import { digestFile, isCode, openExisting, readWhole, storageError, sync, syncFolder } from './disk.ts';
import { isDigest, splitFolder, splitKey, toPreview } from './names.ts';
import { OpenedFile } from './opened-file.ts';
import { holdsNothing, isAnothers, markerOf, ownerName } from './owner.ts';
import { StagingFolder } from './staging-folder.ts';
import type { BlobFacts, BlobKey, BlobStore, BlobWriter, OpenedBlob, StagedBlob } from './store.ts';

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Takes a file written by other code as a staged blob and makes it durable; null when there is none. */
export async function adopt(place: string): Promise<StagedBlob | null> {
  const handle = await openExisting(place, constants.O_RDWR);
  if (handle === null) return null;
  try {
    const found = await digestFile(handle);
    await sync(handle);
    return found && { place, ...found };
  } finally {
    await handle.close();
  }
}

/** Blobs as files, `<root>/<id>/<id>/<sha256>`. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;
  readonly #staging: StagingFolder;
  /** Folders whose own directory entry is durable. */
  readonly #durable = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#staging = new StagingFolder(root);
  }

  prepare(): Promise<number> {
    return this.#staging.prepare();
  }

  async claim(owner: string, isOurs: () => Promise<boolean>): Promise<void> {
    const marker = markerOf(owner);
    const found = await this.#listMarkers();
    if (found.some((name) => name !== marker)) throw isAnothers(found.find((name) => name !== marker)!);
    if (found.length > 0) return;
    if (!(await isOurs())) throw holdsNothing(`a folder ${marker}`);
    // The folder's lock keeps others out.
    await mkdir(path.join(this.#root, marker), { mode: ownerOnlyFolder });
    await syncFolder(this.#root);
  }

  #listMarkers(): Promise<string[]> {
    return listNames(this.#root, (name) => name.startsWith(`${ownerName}-`));
  }

  stage(limit: number, expected: number): Promise<BlobWriter> {
    return this.#staging.stage(limit, expected);
  }

  newPlace(): string {
    return this.#staging.newPlace();
  }

  async put(staged: StagedBlob, folder: string): Promise<void> {
    const target = this.#file({ folder, sha256: staged.sha256 });
    const place = path.dirname(target);
    try {
      if (await syncIfIntact(target, staged.sha256)) {
        await unlink(staged.place);
      } else {
        await this.#moveInto(place, staged.place, target);
      }
      await this.#syncFolders(place);
    } catch (error) {
      throw storageError(error);
    }
  }

  discard(staged: StagedBlob): Promise<void> {
    return this.#staging.discard(staged);
  }

  async open(key: BlobKey): Promise<OpenedBlob | null> {
    const handle = await openExisting(this.#file(key), constants.O_RDONLY);
    if (handle === null) return null;
    try {
      const found = await digestFile(handle);
      if (found?.sha256 === key.sha256) return new OpenedFile(handle, found.size);
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
    return null;
  }

  async read(key: BlobKey, limit: number): Promise<Buffer | null> {
    const bytes = await readWhole(this.#file(key), limit);
    const isIntact = bytes !== null && createHash('sha256').update(bytes).digest('hex') === key.sha256;
    return isIntact ? bytes : null;
  }

  /** Not synced: whoever reads one after a power cut sees whether it is whole. */
  async keepPreview(key: BlobKey, bytes: Buffer): Promise<void> {
    const place = this.#staging.newPlace();
    try {
      await writeFile(place, bytes, { flag: 'wx', mode: ownerOnlyFile });
      await rename(place, toPreview(this.#file(key)));
    } catch (error) {
      await rm(place, { force: true });
      throw error;
    }
  }

  readPreview(key: BlobKey, limit: number): Promise<Buffer | null> {
    return readWhole(toPreview(this.#file(key)), limit);
  }

  async factsOf(key: BlobKey): Promise<BlobFacts | null> {
    try {
      const found = await lstat(this.#file(key));
      return found.isFile() ? { size: found.size, writtenAt: found.mtimeMs } : null;
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null;
      throw error;
    }
  }

  async isThere(key: BlobKey): Promise<boolean> {
    try {
      await lstat(this.#file(key));
      return true;
    } catch (error) {
      return !isCode(error, 'ENOENT', 'ENOTDIR');
    }
  }

  factsOfAll(keys: readonly BlobKey[]): Promise<(BlobFacts | null)[]> {
    return Promise.all(keys.map((key) => this.factsOf(key)));
  }

  async delete(key: BlobKey): Promise<void> {
    // The blob last: a start sweeps what a crash leaves, by the blob.
    await rm(toPreview(this.#file(key)), { force: true });
    await rm(this.#file(key), { force: true });
    await this.tidy(key.folder);
  }

  /** Ignores names not given by this program. */
  async *list(below?: string): AsyncGenerator<{ folder: string; digests: string[] }> {
    const wanted = below === undefined ? [] : splitFolder(below);
    for (const first of wanted[0] === undefined ? await listNames(this.#root, isId) : [wanted[0]]) {
      const seconds =
        wanted[1] === undefined ? await listNames(path.join(this.#root, first), isId) : [wanted[1]];
      if (seconds.length === 0) yield { folder: first, digests: [] };
      for (const second of seconds) {
        const folder = `${first}/${second}`;
        yield { folder, digests: await listNames(path.join(this.#root, first, second), isDigest) };
      }
    }
  }

  async tidy(folder: string): Promise<void> {
    for (const ids = splitFolder(folder); ids.length > 0; ids.pop()) {
      const place = path.join(this.#root, ...ids);
      this.#durable.delete(place);
      try {
        await rmdir(place);
      } catch (error) {
        if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) throw error;
      }
    }
  }

  /** Keeps only the folder's lock. */
  async wipe(): Promise<void> {
    for (const name of await listNames(this.#root, (name) => name !== 'damson.lock')) {
      await rm(path.join(this.#root, name), { recursive: true, force: true });
    }
    // Without blobs the folder has no owner.
    for (const marker of await this.#listMarkers()) await rmdir(path.join(this.#root, marker));
    this.#durable.clear();
    await this.prepare();
  }

  check(): Promise<void> {
    return this.#staging.check();
  }

  #file(key: BlobKey): string {
    return path.join(this.#root, ...splitKey(key));
  }

  async #moveInto(folder: string, from: string, to: string): Promise<void> {
    // A concurrent deletion can remove the empty folder between the two steps.
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
    // The parents of an existing folder may not be synced yet, so the folder could be lost.
    if (this.#durable.has(folder)) return;
    await syncFolder(path.dirname(folder));
    await syncFolder(this.#root);
    this.#durable.add(folder);
  }
}

async function syncIfIntact(file: string, sha256: string): Promise<boolean> {
  const handle = await openExisting(file, constants.O_RDWR);
  if (handle === null) return false;
  try {
    if ((await digestFile(handle))?.sha256 !== sha256) return false;
    await sync(handle);
    return true;
  } finally {
    await handle.close();
  }
}

async function listNames(folder: string, isOurs: (name: string) => boolean): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(isOurs);
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
