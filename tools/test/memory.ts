import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const memory = '/dev/shm';
const room = 4 * 2 ** 30;

/**
 * Makes a folder in memory for what servers under test store, which on a disk wait for it at every write. It is removed when this process
 * ends. Returns null where there is no such place with room.
 */
export function makeMemoryFolder(): string | null {
  if (!existsSync(memory)) return null;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < room) return null;
  const folder = mkdtempSync(path.join(memory, 'damson-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
