import { createHash } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { DomainError } from '../errors.ts';
import { storageError, sync } from './disk.ts';
import type { BlobWriter, StagedBlob } from './store.ts';

/** Most bytes of one upload waiting for the disk. */
const backlogLimit = 256 * 1024;

/** A temporary file that will become a blob. */
export class Staging implements BlobWriter {
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

  /** Chunks that arrive during a write are combined into the next one, because each write costs as much as hashing a chunk. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    this.#size += chunk.length;
    if (this.#size > this.#limit) {
      throw new DomainError('too_large', `A file may have at most ${this.#limit} bytes`);
    }
    this.#hash.update(chunk);
    this.#backlog.push(chunk);
    this.#backlogSize += chunk.length;
    this.#writing ??= this.#writeBacklog();
    if (this.#backlogSize >= backlogLimit) await this.#written();
  }

  async finish(): Promise<StagedBlob> {
    await this.#written();
    try {
      await sync(this.#handle);
    } finally {
      await this.#close();
    }
    return { place: this.#path, sha256: this.#hash.digest('hex'), size: this.#size };
  }

  async discard(): Promise<void> {
    await this.#writing;
    await this.#close();
    await rm(this.#path, { force: true });
  }

  async #written(): Promise<void> {
    await this.#writing;
    if (this.#failure !== null) throw this.#failure;
  }

  /** Never rejects, because nobody may be waiting for it. */
  async #writeBacklog(): Promise<void> {
    try {
      while (this.#backlog.length > 0) {
        const chunks = this.#backlog;
        this.#backlog = [];
        this.#backlogSize = 0;
        await writeAll(this.#handle, chunks);
        chunks.forEach(free);
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

/**
 * Frees a chunk without waiting for V8, which only collects after 64 MiB; reading into fresh memory is slower. Part of a larger
 * buffer is left alone, because the rest may be in use.
 */
function free(chunk: Buffer): void {
  if (chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength)
    chunk.buffer.transfer(0);
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
