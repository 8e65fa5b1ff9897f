import { StoreTaken } from './store-failure.ts';

/** Mark of the installation that owns the blobs of a store: an object, or the beginning of a folder's name. */
export const ownerName = 'damson-installation';
export const ownerLimit = 100;

/** A folder is marked by an empty folder in it. */
export function markerOf(owner: string): string {
  return `${ownerName}-${owner}`;
}

export function isAnothers(marker: string): StoreTaken {
  return new StoreTaken(
    (place) =>
      `${place} is another installation's: give this one a place of its own, or remove ${marker} there if it is gone`,
  );
}

/** `marker`: the file that lets a start continue without the stored files. */
export function holdsNothing(marker: string): StoreTaken {
  return new StoreTaken(
    (place) =>
      `${place} holds none of the stored files that the database lists: name the place where they are, or mount it. If they are lost, restore a backup; ${marker} there has a start go on without them`,
  );
}
