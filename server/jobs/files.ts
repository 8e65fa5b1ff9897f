import type { BlobKey, BlobStore, BlobWriter, OpenedBlob, StagedBlob } from '../blobs/store.ts';

/** Files of jobs, shared by every process of the database: `<id of the job>/<id>`, and then the digest. */
export class JobFiles {
  readonly #store: BlobStore;

  constructor(store: BlobStore) {
    this.#store = store;
  }

  /**
   * Prepares it once, before anything else, and removes files left by earlier processes: all, or those written before a time;
   * never those of `known` jobs. An unreachable store is swept by a later start.
   */
  async prepare(writtenBefore: number | null, known: ReadonlySet<string> = new Set()): Promise<void> {
    await this.#store.prepare();
    if (writtenBefore === null && known.size === 0) return this.wipe();
    try {
      for await (const { folder, digests } of this.#store.list()) {
        if (known.has(folder.split('/', 1)[0] ?? '')) continue;
        const keys = digests.map((sha256) => ({ folder, sha256 }));
        for (const [index, facts] of (await this.#store.factsOfAll(keys)).entries()) {
          if (facts !== null && (writtenBefore === null || facts.writtenAt < writtenBefore))
            await this.#store.delete(keys[index] as BlobKey);
        }
      }
    } catch {}
  }

  /** Starts a file of at most `limit` bytes. Refuses `disk_full`. */
  stage(limit: number): Promise<BlobWriter> {
    return this.#store.stage(limit, 0);
  }

  /** A local place where a file may be created, and removed. */
  newPlace(): string {
    return this.#store.newPlace();
  }

  /** Removes a staged file that was not stored. */
  discard(staged: StagedBlob): Promise<void> {
    return this.#store.discard(staged);
  }

  /** Stores a staged file, or discards it. */
  async put(staged: StagedBlob, folder: string): Promise<void> {
    try {
      await this.#store.put(staged, folder);
    } catch (error) {
      await this.#store.discard(staged);
      throw error;
    }
  }

  /** Whether all of these exist, with any content; true while the store is unreachable. */
  async areThere(keys: readonly BlobKey[]): Promise<boolean> {
    try {
      return (await this.#store.factsOfAll(keys)).every((facts) => facts !== null);
    } catch {
      return true;
    }
  }

  /** Opens a file after comparing all of it with its digest; null when it is missing or damaged. */
  open(key: BlobKey): Promise<OpenedBlob | null> {
    return this.#store.open(key);
  }

  /** Removes the files of a job, or of one of its folders; if the store is unreachable, a later start removes them. */
  async drop(below: string): Promise<void> {
    try {
      for await (const { folder, digests } of this.#store.list(below)) {
        for (const sha256 of digests) await this.#store.delete({ folder, sha256 });
      }
    } catch {}
  }

  /** Removes all files, if the store is reachable. */
  async wipe(): Promise<void> {
    try {
      await this.#store.wipe();
    } catch {}
  }
}
