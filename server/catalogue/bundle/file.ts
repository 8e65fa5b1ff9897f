import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { invalid } from '../../errors.ts';
import { bundleTooLarge, type ReadLimits } from './limits.ts';

const fileChunk = 128 * 1024;

/** The bytes of a regular file; refuses symbolic links, other kinds of files, and more than the limit. */
export function* readFileChunks(path: string, limits: ReadLimits): Generator<Buffer> {
  const file = openRegularFile(path);
  try {
    const chunk = Buffer.alloc(fileChunk);
    let size = 0;
    for (;;) {
      const read = readSync(file, chunk);
      if (read === 0) return;
      size += read;
      if (size > limits.maxBytes) throw bundleTooLarge(limits.maxBytes);
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

/** Errors about the file itself; others come from the storage, or from too many open files. */
const ofTheFile = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EISDIR',
  'ENXIO',
  'ENAMETOOLONG',
  'EACCES',
  'EPERM',
]);

function openRegularFile(path: string): number {
  try {
    // Windows has no O_NOFOLLOW. O_NONBLOCK, because opening a pipe would wait for its writer.
    if (lstatSync(path).isFile()) {
      const file = openSync(
        path,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      if (fstatSync(file).isFile()) return file;
      closeSync(file);
    }
  } catch (error) {
    if (!ofTheFile.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  throw invalid('source', 'is not a readable file in the catalogue folder');
}
