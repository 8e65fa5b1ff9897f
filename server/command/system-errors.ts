import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** A line about a failed call of the system; for a file or folder it says which and why. */
export function explainSystemError(error: NodeJS.ErrnoException & { dest?: string }): string {
  const { code, message } = error;
  const place = error.dest ?? error.path;
  if (place === undefined) return message;
  switch (code) {
    case 'ENOENT':
      return explainMissing(place);
    case 'ENOTDIR':
      return `${findNearest(place)} is not a folder`;
    case 'EISDIR':
      return `${place} is a folder`;
    case 'EACCES':
    case 'EPERM':
      return explainDenied(place);
    case 'EROFS':
      return `${findNearest(place)} is on a read-only file system`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `no space is left on the disk of ${findNearest(place)}`;
    default:
      return `${place} can't be used (${code})`;
  }
}

/** Commands write into a file with a name of their own first, so the folder is what is missing. */
function explainMissing(place: string): string {
  const folder = path.dirname(place);
  return findNearest(folder) === folder ? `${place} does not exist` : `the folder ${folder} does not exist`;
}

function explainDenied(place: string): string {
  const nearest = findNearest(place);
  if (!isAllowed(nearest, constants.R_OK)) return `this user may not read ${nearest}`;
  return `this user may not write to ${nearest}`;
}

/** The place itself, or the first folder above it that this user can see. */
function findNearest(place: string): string {
  const above = path.dirname(place);
  return above === place || isAllowed(place, constants.F_OK) ? place : findNearest(above);
}

function isAllowed(place: string, mode: number): boolean {
  try {
    accessSync(place, mode);
    return true;
  } catch {
    return false;
  }
}
