import { strToU8, type Unzipped, unzipSync, Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';

/** Time of every file in a report's zip: the same model gives the same bytes. */
export const zipTime = new Date(1980, 0, 1);

const packed = /\.(?:png|jpe?g|gif|xlsx)$/i;

/** Takes a zip made by this program and changes its files with `change`; returns it with the files in order, dated `zipTime`. */
export function settleZip(bytes: Uint8Array, change?: (files: Unzipped) => void): Uint8Array {
  const files = unzipSync(bytes);
  change?.(files);
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        [content, { level: packed.test(name) ? 0 : 6 }] as const,
      ]),
    ) as Parameters<typeof zipSync>[0],
    { mtime: zipTime },
  );
}

/** Writes a zip piece by piece, so that it is never in memory as a whole. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  #ready: Uint8Array[] = [];

  constructor(write: (chunk: Uint8Array) => Promise<void>) {
    this.#write = write;
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#ready.push(chunk);
    });
  }

  async add(name: string, pieces: Iterable<Uint8Array | string>): Promise<void> {
    const file = packed.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = zipTime;
    this.#zip.add(file);
    for (const piece of pieces) {
      file.push(typeof piece === 'string' ? strToU8(piece) : piece);
      await this.#flush();
    }
    file.push(new Uint8Array(0), true);
    await this.#flush();
  }

  async finish(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const ready = this.#ready;
    this.#ready = [];
    for (const chunk of ready) await this.#write(chunk);
  }
}
