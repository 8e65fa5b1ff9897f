import type { Bucket } from '../bucket.ts';
import { BucketBlobStore } from './bucket-store.ts';
import { DiskBlobStore } from './disk-store.ts';
import type { BlobStore } from './store.ts';

/**
 * Where the blobs of one register lie, as a thread can be told: in a folder, or in a bucket; then what is on its way is in the folder.
 */
export type BlobPlace = { folder: string; bucket: Bucket | null };

export function openBlobStore({ folder, bucket }: BlobPlace): BlobStore {
  return bucket === null ? new DiskBlobStore(folder) : new BucketBlobStore(bucket, folder);
}
