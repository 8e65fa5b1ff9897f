import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Takes the full path of a file, returns its path in the checkout, used to name tests. */
export function toPlace(file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
