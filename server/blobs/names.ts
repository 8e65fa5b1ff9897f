import { isId } from '../ids.ts';
import type { BlobKey } from './store.ts';

const digestForm = /^[0-9a-f]{64}$/;

export function isDigest(name: string): boolean {
  return digestForm.test(name);
}

/** The ids in a folder's name. Only ids and digests can become part of a path. */
export function splitFolder(folder: string): string[] {
  const ids = folder.split('/');
  if (!ids.every(isId)) throw notAPlace();
  return ids;
}

/** The ids and the digest in a blob's name. */
export function splitKey({ folder, sha256 }: BlobKey): string[] {
  const ids = splitFolder(folder);
  if (ids.length !== 2 || !isDigest(sha256)) throw notAPlace();
  return [...ids, sha256];
}

/** The name of a blob's preview, for the name of the blob. No list shows it, because it is no digest. */
export function toPreview(blob: string): string {
  return `${blob}.preview`;
}

/** Whether a record names a valid blob: the database could contain anything. */
export function isPlace({ folder, sha256 }: BlobKey): boolean {
  const ids = folder.split('/');
  return ids.length === 2 && ids.every(isId) && isDigest(sha256);
}

function notAPlace(): Error {
  return new Error('not the place of a stored file');
}
