import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../ids.ts';
import { diskFull, noFollow, storageError, syncFolder } from './disk.ts';
import { Staging } from './staging.ts';
import type { BlobWriter, StagedBlob } from './store.ts';

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;
const temporaryFolder = '.tmp';

/** Starts a blob of at most `limit` bytes at an unused place. Refuses `disk_full`. */
export async function stageAt(place: string, limit: number): Promise<BlobWriter> {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow;
  try {
    return new Staging(await open(place, flags, ownerOnlyFile), place, limit);
  } catch (error) {
    throw storageError(error);
  }
}

/** Folder of blobs being received: `<root>/.tmp`. */
export class StagingFolder {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async prepare(): Promise<number> {
    const folder = await this.make();
    await syncFolder(this.#root);
    // A new root whose own entry isn't durable would be lost with everything in it.
    await syncFolder(path.dirname(this.#root));
    const names = await readdir(folder);
    for (const name of names) await rm(path.join(folder, name), { recursive: true, force: true });
    return names.length;
  }

  async make(): Promise<string> {
    const folder = path.join(this.#root, temporaryFolder);
    await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
    return folder;
  }

  async stage(limit: number, expected: number): Promise<BlobWriter> {
    const disk = await statfs(this.#root);
    if (disk.bavail * disk.bsize < expected) throw diskFull();
    return stageAt(this.newPlace(), limit);
  }

  newPlace(): string {
    return path.join(this.#root, temporaryFolder, newId());
  }

  /** Rejects while files can't be created here, or read and created in the parent folder. */
  async check(): Promise<void> {
    const wanted = constants.R_OK | constants.W_OK | constants.X_OK;
    await Promise.all([this.#root, path.dirname(this.newPlace())].map((folder) => access(folder, wanted)));
  }

  async discard(staged: StagedBlob): Promise<void> {
    await rm(staged.place, { force: true });
  }
}
