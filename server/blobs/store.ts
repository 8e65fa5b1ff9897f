import type { Readable } from 'node:stream';

/** Location of a blob: `folder` is the owner's id below its parent's id, as in `<id>/<id>`. */
export type BlobKey = { folder: string; sha256: string };

/** Complete and durable, but not yet in a folder; `place` is private to the store. */
export type StagedBlob = { place: string; sha256: string; size: number };

/** Properties of a blob that need no reading; the time is in milliseconds since the epoch. */
export type BlobFacts = { size: number; writtenAt: number };

/** A blob being received, hashed and counted as it is written. */
export interface BlobWriter {
  /**
   * Takes ownership of a chunk and its memory; resolves when there is room for the next. Refuses `too_large` bytes over the
   * limit, and `disk_full`.
   */
  write(chunk: Buffer): Promise<void>;
  /** Makes the written bytes durable. */
  finish(): Promise<StagedBlob>;
  /** Removes all traces of it. */
  discard(): Promise<void>;
}

/** A blob fully compared with its digest; the caller closes it. */
export interface OpenedBlob {
  readonly size: number;
  /** The verified bytes, or a range of them (both ends included). */
  stream(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

/**
 * Stores blobs by the SHA-256 of their bytes; acknowledged blobs survive a power cut. Knows no owner. While unreachable, every
 * operation refuses `unavailable`.
 */
export interface BlobStore {
  /**
   * Prepares the store, once, before the first `stage`. Removes blobs half-received by an earlier process; returns their number.
   */
  prepare(): Promise<number>;
  /**
   * Reserves this place for `owner` by a marker. Without a marker, `isOurs` decides whether the existing blobs may be the
   * owner's. Refuses (StoreTaken) another's marker, and when `isOurs` says no.
   */
  claim(owner: string, isOurs: () => Promise<boolean>): Promise<void>;
  /** Starts a blob of at most `limit` bytes. Refuses `disk_full` without room for the `expected` number of bytes. */
  stage(limit: number, expected: number): Promise<BlobWriter>;
  /** Puts a staged blob in its folder. An intact copy already there is made durable and kept, a damaged one is replaced. */
  put(staged: StagedBlob, folder: string): Promise<void>;
  /** A place where another thread may stage a blob; it is empty, and leftovers are removed at the next start. */
  newPlace(): string;
  /** Removes a staged blob that was not put in a folder. */
  discard(staged: StagedBlob): Promise<void>;
  /** Reads a blob and compares it with its digest; null when it is missing or damaged. */
  open(key: BlobKey): Promise<OpenedBlob | null>;
  /** Size and time of writing; null when there is none. */
  factsOf(key: BlobKey): Promise<BlobFacts | null>;
  /** Whether anything is at a blob's place. */
  isThere(key: BlobKey): Promise<boolean>;
  /** Like `factsOf` for many, in their order. */
  factsOfAll(keys: readonly BlobKey[]): Promise<(BlobFacts | null)[]>;
  /** Removes a blob. A missing one is no error. */
  delete(key: BlobKey): Promise<void>;
  /** All folders with their digests, or those at or below one; an empty folder has none. */
  list(below?: string): AsyncIterable<{ folder: string; digests: string[] }>;
  /** Removes a folder if it is empty. */
  tidy(folder: string): Promise<void>;
  /** Removes all blobs and those being received. */
  wipe(): Promise<void>;
  /** Rejects while blobs can be neither stored nor read, as far as a quick check shows. */
  check(): Promise<void>;
}
