import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Takes the full path of a file, returns its place in the checkout as tests are named by. */
export function toPlace(file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
