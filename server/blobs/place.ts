import type { Bucket } from '../bucket.ts';
import { BucketBlobStore } from './bucket-store.ts';
import { DiskBlobStore } from './disk-store.ts';
import type { BlobStore } from './store.ts';

/** Location of one register's blobs, as passed to a thread: a folder, or a bucket with a folder for uploads in transit. */
export type BlobPlace = { folder: string; bucket: Bucket | null };

export function openBlobStore({ folder, bucket }: BlobPlace): BlobStore {
  return bucket === null ? new DiskBlobStore(folder) : new BucketBlobStore(bucket, folder);
}
