import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

const size = 4 * 1024 * 1024;
const chunk = Buffer.alloc(256 * 1024);

/**
 * A few megabytes reserved in the data folder and released when the disk is full, so that reading, signing in and deleting still
 * work: SQLite can't even open a WAL database without room for its index. Returns whether they are reserved.
 */
export function keepBallast(dataDir: string): boolean {
  const file = path.join(dataDir, 'ballast');
  if (existsSync(file)) return true;
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    if (bavail * bsize < 16 * size) return false;
    const handle = openSync(file, 'wx', 0o600);
    try {
      for (let written = 0; written < size; written += chunk.length) writeSync(handle, chunk);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch {
    giveUpBallast(dataDir);
    return false;
  }
}

/** Whether less is free than the ballast takes. */
export function isBallastNeeded(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < size;
  } catch {
    return false;
  }
}

/** Returns whether there was anything to release. */
export function giveUpBallast(dataDir: string): boolean {
  const file = path.join(dataDir, 'ballast');
  const kept = existsSync(file);
  rmSync(file, { force: true });
  return kept;
}
