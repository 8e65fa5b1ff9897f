import type { Readable } from 'node:stream';

/** Location of a blob: `folder` is the owner's id below its parent's id, as in `<id>/<id>`. */
export type BlobKey = { folder: string; sha256: string };

/** Complete and durable, but not yet in a folder; only the store interprets `place`. */
export type StagedBlob = { place: string; sha256: string; size: number };

/** Properties of a blob known without reading it; the time is in milliseconds since the epoch. */
export type BlobFacts = { size: number; writtenAt: number };

/** A blob being received; it is hashed and counted while being written. */
export interface BlobWriter {
  /**
   * Takes ownership of a chunk and its memory; resolves once there is room for the next one. Refuses `too_large` bytes over the
   * limit, and `disk_full`.
   */
  write(chunk: Buffer): Promise<void>;
  /** Makes the written bytes durable. */
  finish(): Promise<StagedBlob>;
  /** Removes all traces of it. */
  discard(): Promise<void>;
}

/** A blob verified fully against its digest; the caller closes it. */
export interface OpenedBlob {
  readonly size: number;
  /** The verified bytes, or a range of them (both ends included). */
  stream(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

/**
 * Stores blobs by the SHA-256 of their bytes; acknowledged blobs survive a power cut. Owners are not its concern. While
 * unreachable, every operation refuses `unavailable`.
 */
export interface BlobStore {
  /** Prepares the store, once, before the first `stage`. Removes partial uploads of an earlier process; returns their number. */
  prepare(): Promise<number>;
  /**
   * Claims this place for `owner` with a marker. Without a marker, `isOurs` decides whether the existing blobs may be the
   * owner's. Refuses (StoreTaken) another owner's marker, and if `isOurs` returns false.
   */
  claim(owner: string, isOurs: () => Promise<boolean>): Promise<void>;
  /** Starts a blob of at most `limit` bytes. Refuses `disk_full` if `expected` bytes don't fit. */
  stage(limit: number, expected: number): Promise<BlobWriter>;
  /** Puts a staged blob in its folder. An existing intact copy is made durable and kept; a damaged one is replaced. */
  put(staged: StagedBlob, folder: string): Promise<void>;
  /** An empty place for another thread to stage a blob; leftovers are removed at the next start. */
  newPlace(): string;
  /** Removes a staged blob that was not put in a folder. */
  discard(staged: StagedBlob): Promise<void>;
  /** Reads a blob and compares it with its digest; null when it is missing or damaged. */
  open(key: BlobKey): Promise<OpenedBlob | null>;
  /** The bytes of one, at most as many as `limit`; otherwise null. */
  read(key: BlobKey, limit: number): Promise<Buffer | null>;
  /** Keeps the preview of a blob, which `delete` removes too. It may be lost at any time, and nobody compares it with anything. */
  keepPreview(key: BlobKey, bytes: Buffer): Promise<void>;
  /** The bytes kept as the preview of a blob, with the same limit. */
  readPreview(key: BlobKey, limit: number): Promise<Buffer | null>;
  /** Size and time of writing; null when there is none. */
  factsOf(key: BlobKey): Promise<BlobFacts | null>;
  /** Whether anything is at a blob's place. */
  isThere(key: BlobKey): Promise<boolean>;
  /** Like `factsOf` for several, in their order. */
  factsOfAll(keys: readonly BlobKey[]): Promise<(BlobFacts | null)[]>;
  /** Removes a blob and its preview. A missing one is no error. */
  delete(key: BlobKey): Promise<void>;
  /** All folders with their digests, or those at or below one; an empty folder has none. */
  list(below?: string): AsyncIterable<{ folder: string; digests: string[] }>;
  /** Removes a folder if it is empty. */
  tidy(folder: string): Promise<void>;
  /** Removes all blobs and those being received. */
  wipe(): Promise<void>;
  /** Rejects if a quick check shows that blobs can be neither stored nor read. */
  check(): Promise<void>;
}
