import assert from 'node:assert/strict';
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { startBackupWorld } from '../../test/support/backups/backup-world.ts';
import { flipped } from '../../test/support/backups/backups.ts';
import { BackupRefused } from '../errors.ts';
import { makeHeader } from './archive.ts';

const world = await startBackupWorld();
after(() => world.close());

describe('a damaged backup is refused, and nothing is touched', () => {
  const file = path.join(world.folder, 'damaged-copy.backup');

  test('one bit turned over, anywhere', async () => {
    const bytes = readFileSync(world.original);
    const marks = [
      'evidence/',
      'first',
      'damson.db',
      'SQLite format 3',
      'manifest.json',
      '"format"',
      '"sha256"',
      'manifest.sha256',
    ];
    const positions = new Set(marks.map((mark) => bytes.indexOf(mark)));
    const lengths = [1, 2, 600, 1024, 1025, 1100, 1536, 2048, 2600].map((fromEnd) => bytes.length - fromEnd);
    for (const position of lengths) positions.add(position);
    for (let position = 0; position < bytes.length; position += 9973) positions.add(position);
    assert.ok(positions.size > 100);
    for (const position of positions) {
      flipped(world.original, file, position);
      await assert.rejects(world.restore(file, world.newTarget()), BackupRefused, `byte ${position}`);
    }
    for (const position of lengths) {
      flipped(world.original, file, position);
      await world.refuses(file);
    }
  });

  test('cut off anywhere', async () => {
    const { size } = statSync(world.original);
    const ends = [
      0,
      1,
      511,
      512,
      513,
      1000,
      size >> 1,
      size - 2600,
      size - 2048,
      size - 1536,
      size - 1024,
      size - 512,
      size - 1,
    ];
    for (const end of ends) {
      cpSync(world.original, file);
      truncateSync(file, end);
      await world.refuses(file);
    }
  });

  test('continued beyond its end', async () => {
    for (const more of [Buffer.alloc(1), Buffer.alloc(512), makeHeader({ name: 'damson.db', size: 0 })]) {
      writeFileSync(file, Buffer.concat([readFileSync(world.original), more]));
      await world.refuses(file);
    }
  });

  test('something else altogether', async () => {
    for (const bytes of [
      Buffer.from('PK\u0003\u0004'),
      Buffer.alloc(10_240),
      readFileSync(process.execPath).subarray(0, 100_000),
    ]) {
      writeFileSync(file, bytes);
      await world.refuses(file);
    }
    await assert.rejects(world.restore(world.folder, world.newTarget()), BackupRefused);
    await assert.rejects(world.restore(path.join(world.folder, 'absent'), world.newTarget()), {
      code: 'ENOENT',
    });
  });
});
