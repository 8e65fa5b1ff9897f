import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { assertMode } from '../servers/platform.ts';

/** Fails if anyone but the owner can read or list anything below the folder; returns the number of entries. */
export function assertPrivateBelow(folder: string): number {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of found) {
    assertMode(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  return found.length;
}

export const bytesBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const place = path.join(folder, name);
        return [name, statSync(place).isDirectory() ? '' : hash('sha256', readFileSync(place))];
      }),
  );
