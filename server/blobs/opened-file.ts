import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { OpenedBlob } from './store.ts';

const chunkSize = 256 * 1024;

/** The handle was verified, so the bytes sent are the bytes verified. */
export class OpenedFile implements OpenedBlob {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #onClose: () => Promise<void>;

  constructor(handle: FileHandle, size: number, onClose: () => Promise<void> = async () => {}) {
    this.#handle = handle;
    this.size = size;
    this.#onClose = onClose;
  }

  stream(range?: { start: number; end: number }): Readable {
    const options = { start: 0, ...range, highWaterMark: chunkSize, autoClose: false };
    return this.#handle.createReadStream(options);
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await this.#onClose();
  }
}
