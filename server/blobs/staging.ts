import { createHash } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { DomainError } from '../errors.ts';
import { storageError, sync } from './disk.ts';

/** A complete, synced file that has not been put in its place yet. */
export type StagedFile = { path: string; sha256: string; size: number };

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
