import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { assertMode } from '../../test/support/servers/platform.ts';
import { BackupRefused } from '../errors.ts';
import { ArchiveWriter, makeHeader, parseHeader, readArchive } from './archive.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-archive-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const longName = `evidence/${'0'.repeat(36)}/${'1'.repeat(36)}/${'a'.repeat(64)}`;

describe('the container of a backup', () => {
  test('written entries come back, at every size around the blocks and chunks', async () => {
    const file = path.join(folder, 'sizes.tar');
    const sizes = [0, 1, 511, 512, 513, 262_143, 262_144, 262_145, 600_000];
    const members = sizes.map((size) => ({
      name: `${longName.slice(0, -6)}${String(size).padStart(6, '0')}`,
      size,
    }));
    const writer = await ArchiveWriter.create(file);
    for (const member of members) await writer.add(member, [Buffer.alloc(member.size, 7)]);
    await writer.finish();
    await writer.close();
    assertMode(file, 0o600);
    assert.equal(statSync(file).size % 512, 0);

    const handle = await open(file, 'r');
    const found: { name: string; size: number }[] = [];
    for await (const { name, size, chunks } of readArchive(handle)) {
      const bytes = Buffer.concat(await Array.fromAsync(chunks));
      assert.ok(bytes.equals(Buffer.alloc(size, 7)));
      found.push({ name, size });
    }
    await handle.close();
    assert.deepEqual(found, members);
  });

  test('an existing file is never written over', async () => {
    const file = path.join(folder, 'twice.tar');
    await (await ArchiveWriter.create(file)).close();
    await assert.rejects(ArchiveWriter.create(file), { code: 'EEXIST' });
  });

  test('a source that is longer or shorter than announced is an error', async () => {
    for (const bytes of ['short', 'much too long']) {
      const writer = await ArchiveWriter.create(path.join(folder, `${bytes}.tar`));
      await assert.rejects(writer.add({ name: 'damson.db', size: 8 }, [Buffer.from(bytes)]), /changed while/);
      await writer.close();
    }
  });

  const tar = spawnSync('tar', ['--version']).status === 0;
  test('any tar can list and unpack it', { skip: tar ? false : 'there is no tar' }, async () => {
    const file = path.join(folder, 'plain.tar');
    const writer = await ArchiveWriter.create(file);
    await writer.add({ name: longName, size: 5 }, [Buffer.from('bytes')]);
    await writer.add({ name: 'damson.db', size: 3 }, [Buffer.from('row')]);
    await writer.finish();
    await writer.close();
    assert.equal(spawnSync('tar', ['-tf', file], { encoding: 'utf8' }).stdout, `${longName}\ndamson.db\n`);
    assert.equal(spawnSync('tar', ['-xf', file, '-C', folder]).status, 0);
    assert.equal(readFileSync(path.join(folder, longName), 'utf8'), 'bytes');
  });

  for (const size of [0, 1, 0o77777777777, 0o77777777777 + 1, 2 ** 40 + 1]) {
    test(`a header keeps a size of ${size}`, () => {
      assert.deepEqual(parseHeader(makeHeader({ name: longName, size })), { name: longName, size });
    });
  }

  test('a header with any single byte changed is refused', () => {
    const header = makeHeader({ name: longName, size: 123_456 });
    for (let position = 0; position < header.length; position += 1) {
      const changed = Buffer.from(header);
      changed[position] = changed[position]! ^ 0x04;
      assert.throws(() => parseHeader(changed), BackupRefused, `byte ${position}`);
    }
  });

  const kinds: [string, string][] = [
    ['hard link', '1'],
    ['symbolic link', '2'],
    ['device', '3'],
    ['folder', '5'],
    ['extended header', 'x'],
    ['global header', 'g'],
    ['long name', 'L'],
  ];
  for (const [name, flag] of kinds) {
    test(`a ${name} with a correct checksum is refused`, () => {
      const header = makeHeader({ name: 'damson.db', size: 0 });
      header.write(flag, 156);
      header.write('        ', 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      assert.throws(() => parseHeader(header), BackupRefused);
    });
  }
});
