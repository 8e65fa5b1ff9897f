import type { Readable } from 'node:stream';

/** Where a blob lies: `folder` is the owner's id below its parent's id, as in `<id>/<id>`. */
export type BlobKey = { folder: string; sha256: string };

/** Complete and durable, but in nobody's folder yet; `place` is the store's own business. */
export type StagedBlob = { place: string; sha256: string; size: number };

/** Properties of a blob that need no reading; the time is in milliseconds since the epoch. */
export type BlobFacts = { size: number; writtenAt: number };

/** A blob on its way in, hashed and counted while it is written. */
export interface BlobWriter {
  /**
   * Takes a chunk over, whose memory is the writer's from here on; resolves when there is room for the next. Refuses
   * `too_large` what goes over the limit, `disk_full`.
   */
  write(chunk: Buffer): Promise<void>;
  /** Makes what was written durable. */
  finish(): Promise<StagedBlob>;
  /** Leaves nothing of it behind. */
  discard(): Promise<void>;
}

/** A blob whose every byte was compared with its digest; whoever opened it closes it. */
export interface OpenedBlob {
  readonly size: number;
  /** The bytes that were verified, or a range of them (both ends included). */
  stream(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

/**
 * Keeps blobs by the SHA-256 of their bytes, and what it has acknowledged survives a power cut. Knows no owner. One that is out of reach
 * refuses `unavailable`, whatever it is asked.
 */
export interface BlobStore {
  /**
   * Makes it ready, once, before the first `stage`. Removes what an earlier process was still receiving; returns how many.
   */
  prepare(): Promise<number>;
  /**
   * Makes sure that nobody but `owner` keeps blobs here, by a marker. Where there is none yet, `isOurs` is asked whether what lies here may be
   * the owner's. Refuses (StoreTaken) where another's marker is, and where it says no.
   */
  claim(owner: string, isOurs: () => Promise<boolean>): Promise<void>;
  /**
   * Begins a blob of at most `limit` bytes. Refuses `disk_full` where there is no room for the `expected` number of bytes.
   */
  stage(limit: number, expected: number): Promise<BlobWriter>;
  /**
   * Puts a staged blob in its folder. An intact one that is there already is made durable and kept, a damaged one replaced.
   */
  put(staged: StagedBlob, folder: string): Promise<void>;
  /** A place where another thread may stage a blob; nothing is there yet, and what is left there goes with the next start. */
  newPlace(): string;
  /** Removes a staged blob that was not put anywhere. */
  discard(staged: StagedBlob): Promise<void>;
  /** Reads a blob and compares it with its digest; null when it is missing or damaged. */
  open(key: BlobKey): Promise<OpenedBlob | null>;
  /** Size, and when it was written; null when there is none. */
  factsOf(key: BlobKey): Promise<BlobFacts | null>;
  /** Whether anything is in a blob's place, whatever it is. */
  isThere(key: BlobKey): Promise<boolean>;
  /** The same as `factsOf` of many, in their order. */
  factsOfAll(keys: readonly BlobKey[]): Promise<(BlobFacts | null)[]>;
  /** Removes a blob. One that is gone already is no error. */
  delete(key: BlobKey): Promise<void>;
  /** All folders with the digests in them, or those below (or at) one; an empty folder has none. */
  list(below?: string): AsyncIterable<{ folder: string; digests: string[] }>;
  /** Removes a folder if it is empty. */
  tidy(folder: string): Promise<void>;
  /** Removes all blobs and what is being received. */
  wipe(): Promise<void>;
  /** Rejects while blobs can neither be put nor read, as far as can be told at once. */
  check(): Promise<void>;
}
