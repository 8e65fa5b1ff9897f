import { StoreTaken } from './store-failure.ts';

/** Marks the installation that owns a store's blobs: the name of an object, or the start of a folder's name. */
export const ownerName = 'damson-installation';
export const ownerLimit = 100;

/** The mark of a folder is an empty folder in it. */
export function markerOf(owner: string): string {
  return `${ownerName}-${owner}`;
}

export function isAnothers(marker: string): StoreTaken {
  return new StoreTaken(
    (place) =>
      `${place} is another installation's: give this one a place of its own, or remove ${marker} there if it is gone`,
  );
}

/** `marker`: the file that allows a start without the stored files. */
export function holdsNothing(marker: string): StoreTaken {
  return new StoreTaken(
    (place) =>
      `${place} holds none of the stored files that the database lists: name the place where they are, or mount it. If they are lost, restore a backup; ${marker} there has a start go on without them`,
  );
}
