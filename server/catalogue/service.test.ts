import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openCatalogue, synchroniseFromBundled } from './service.ts';

test('a sync that another process overtakes is planned anew', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-catalogue-'));
  const file = path.join(dataDir, 'damson.db');
  const opened = [openDatabase(file), openDatabase(file)];
  try {
    await migrate(opened[0]!.sqlite, file);
    // As the server and the command beside it: each has a gate of its own.
    const results = await Promise.all(
      opened.map(({ db }) => synchroniseFromBundled(openCatalogue({ db, now: Date.now, dataDir }))),
    );
    assert.deepEqual(results.map((result) => result.changes.added).toSorted(), [0, 712]);
    assert.notEqual(results[0]?.last_sync, results[1]?.last_sync);
  } finally {
    for (const { close } of opened) await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
