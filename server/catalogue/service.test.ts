import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { SyncResult } from './contract.ts';
import { openCatalogue, synchroniseFromBundled } from './service.ts';

test('syncs of two processes come one after the other, and the later one finds what the earlier one did', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-catalogue-'));
  const file = path.join(dataDir, 'damson.db');
  const { db, sqlite, close } = openDatabase(file);
  try {
    await migrate(sqlite, file);
    const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const script = `
      import { openDatabase } from ${module('../database/database.ts')};
      import { openCatalogue, synchroniseFromBundled } from ${module('./service.ts')};
      const { db, close } = openDatabase(${JSON.stringify(file)});
      console.log('ready');
      const catalogue = openCatalogue({ db, now: Date.now, dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify(await synchroniseFromBundled(catalogue)));
      await close();`;
    // Like a command running next to the server: each has its own gate.
    const program = path.join(dataDir, 'other.mjs');
    writeFileSync(program, script);
    const other = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(other.stdout)[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, 'ready');
    const ours = await synchroniseFromBundled(openCatalogue({ db, now: Date.now, dataDir }));
    const theirs = JSON.parse((await lines.next()).value ?? '') as SyncResult;
    assert.deepEqual([ours.changes.added, theirs.changes.added].toSorted(), [0, 712]);
    assert.notEqual(ours.last_sync, theirs.last_sync);
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
