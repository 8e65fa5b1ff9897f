import type { Db } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import type { BlobKey } from './store.ts';

/** Database row of a blob. */
export type BlobRecord = BlobKey & { id: string; size: number };

/** The rows that refer to the blobs of one store. */
export type BlobRecords = {
  /** Names the register in the log, in backups and in the database. */
  name: string;
  /** Noun for the refusal `not_found`. */
  noun: string;
  find(db: Db, id: string): Promise<BlobRecord | null>;
  /** The next `limit` records after `afterId`, in order of their ids. */
  after(db: Db, afterId: string, limit: number): Promise<BlobRecord[]>;
  /** The digests in the records of one owner, which is the last id of a folder's name; or of that folder. */
  digestsOf(db: Db, ownerId: string, folder: string): Promise<Set<string>>;
  /** Whether this owner can still be reached; omitted if its records are deleted with it. */
  isReachable?: (db: Db, ownerId: string, folder: string) => Promise<boolean>;
};

/** `lost`: the file is missing. */
export type Damage = 'lost' | 'damaged';

/** The record exists but its blob does not; readers get the same answer as for a missing record. */
export class BlobLost extends DomainError {
  constructor(noun: string) {
    super('not_found', `${noun} not found`);
  }
}

export type SweepResult = {
  removed: number;
  /** Blobs without a record that are older than this database, so another database may refer to them. */
  leftAlone: number;
  /** Records with a missing or damaged blob. */
  damaged: number;
};

/** Path of a blob below its store's root. */
export function toPlace({ folder, sha256 }: BlobKey): string {
  return `${folder}/${sha256}`;
}

export function toKey(place: string): BlobKey {
  const end = place.lastIndexOf('/');
  return { folder: place.slice(0, end), sha256: place.slice(end + 1) };
}

/** The owner of the blobs in a folder, by the last id in its name. */
export function readOwner(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
