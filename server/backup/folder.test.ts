import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { startBackupWorld } from '../../test/support/backups/backup-world.ts';
import { newId } from '../ids.ts';
import { BackupFolder } from './folder.ts';

const world = await startBackupWorld();
after(() => world.close());

test('a backup that is listed and checked many times at once keeps what the check found', async () => {
  const folder = new BackupFolder(path.join(world.folder, 'listed'));
  await folder.prepare();
  const file = folder.newFile(newId(), 0);
  copyFileSync(world.original, file);
  const name = path.basename(file);
  const check = { checked_at: '2026-01-02T03:04:05.000Z', intact: true, problem: null };
  for (let round = 0; round < 20; round += 1) {
    rmSync(`${file}.json`, { force: true });
    await Promise.all(Array.from({ length: 8 }, () => folder.keepCheck(name, check)));
    assert.deepEqual((await folder.describe(name)).check, check, `round ${round}`);
  }
  assert.deepEqual(readdirSync(folder.root).sort(), [name, `${name}.json`]);
});
