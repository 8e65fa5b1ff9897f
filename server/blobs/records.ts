import type { Db } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import type { BlobKey } from './store.ts';

/** Database row of a blob. */
export type BlobRecord = BlobKey & { id: string; size: number };

/** The rows that refer to the blobs of one store. */
export type BlobRecords = {
  /** Names the register in the log, in backups and in the database. */
  name: string;
  /** Name of one in the refusal when it is not found. */
  noun: string;
  find(db: Db, id: string): Promise<BlobRecord | null>;
  /** The next `limit` records after `afterId`, in order of their ids. */
  after(db: Db, afterId: string, limit: number): Promise<BlobRecord[]>;
  /** The digests that the records of one owner, the last id of a folder's name, refer to. */
  digestsOf(db: Db, ownerId: string): Promise<Set<string>>;
  /** Whether somebody can still reach this owner; left out, its records go with it. */
  isReachable?: (db: Db, ownerId: string) => Promise<boolean>;
};

/** `lost`: nothing is in its place. */
export type Damage = 'lost' | 'damaged';

/** The record is there and its blob is not; readers are told what they are told of what never was. */
export class BlobLost extends DomainError {
  constructor(noun: string) {
    super('not_found', `${noun} not found`);
  }
}

export type SweepResult = {
  removed: number;
  /** Blobs without a record that are older than this database: another database may refer to them. */
  leftAlone: number;
  /** Records whose blob is missing or damaged. */
  damaged: number;
};

/** Where a blob lies below its store's root. */
export function toPlace({ folder, sha256 }: BlobKey): string {
  return `${folder}/${sha256}`;
}

export function toKey(place: string): BlobKey {
  const end = place.lastIndexOf('/');
  return { folder: place.slice(0, end), sha256: place.slice(end + 1) };
}

/** The owner whose blobs a folder holds: the last identifier of its name. */
export function readOwner(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
