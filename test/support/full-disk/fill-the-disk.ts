import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Writes to a file until there is no room left on its disk. */
export function fillTheDisk(filler: string): void {
  const handle = openSync(filler, 'a');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
      try {
        for (;;) writeSync(handle, Buffer.alloc(size));
      } catch {
        // Tries smaller pieces, which may still fit.
      }
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
