import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDisplay } from './hosts/display.ts';

/**
 * Starts a display and makes one temporary folder for a run, because killed processes may still write for a moment after their
 * own folder is removed.
 */
async function setUp(): Promise<() => Promise<void>> {
  const endDisplay = await startDisplay();
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-'));
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = folder;
  return async () => {
    await endDisplay();
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default setUp;
