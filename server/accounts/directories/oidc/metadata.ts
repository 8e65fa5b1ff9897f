import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerMetadata } from 'openid-client';

/** The last discovery document of a provider, so that an outage of it alone stops no sign-in. */
export class KeptMetadata {
  readonly #file: string;

  constructor(folder: string, id: string) {
    this.#file = path.join(folder, `${id}.json`);
  }

  /** Null without a readable one of this issuer. */
  async read(issuer: string): Promise<ServerMetadata | null> {
    try {
      const kept: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      const isOfIssuer =
        typeof kept === 'object' && kept !== null && 'issuer' in kept && kept.issuer === issuer;
      return isOfIssuer ? (kept as ServerMetadata) : null;
    } catch {
      return null;
    }
  }

  /** A folder that can't be written only costs the copy. */
  async write(metadata: ServerMetadata): Promise<void> {
    const partial = `${this.#file}.${process.pid}.partial`;
    try {
      await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      await writeFile(partial, JSON.stringify(metadata), { mode: 0o600 });
      await rename(partial, this.#file);
    } catch {
      // Nothing was promised.
    }
  }
}
