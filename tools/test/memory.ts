import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const memory = '/dev/shm';
const room = 4 * 2 ** 30;

/**
 * Creates an in-memory folder for the data of servers under test, which otherwise wait for a disk at every write. Removes it when
 * this process ends. Returns null if there is no such place, or no room.
 */
export function makeMemoryFolder(): string | null {
  if (!existsSync(memory)) return null;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < room) return null;
  const folder = mkdtempSync(path.join(memory, 'damson-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
