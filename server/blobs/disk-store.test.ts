import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { newId } from '../ids.ts';
import { DiskBlobStore } from './disk-store.ts';

describe('blobs on a disk', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'damson-blobs-'));
  const store = new DiskBlobStore(root);
  before(() => store.prepare());
  after(() => rmSync(root, { recursive: true, force: true }));

  const put = async (folder: string, text: string) => {
    const writer = await store.stage(100, text.length);
    await writer.write(Buffer.from(text));
    const staged = await writer.finish();
    await store.put(staged, folder);
    return { folder, sha256: staged.sha256 };
  };

  it('never take anything but identifiers and a digest as a place', async () => {
    const sha256 = 'a'.repeat(64);
    const writer = await store.stage(100, 1);
    const staged = await writer.finish();
    for (const key of [
      { folder: `../${newId()}`, sha256 },
      { folder: `${newId()}/../x`, sha256 },
      { folder: `${newId()}/${newId()}/${newId()}`, sha256 },
      { folder: newId(), sha256 },
      { folder: '', sha256 },
      { folder: `${newId()}/${newId()}`, sha256: '../../x' },
    ]) {
      await assert.rejects(store.open(key), /not the place/);
      await assert.rejects(store.factsOf(key), /not the place/);
      await assert.rejects(store.delete(key), /not the place/);
      await assert.rejects(store.put({ ...staged, sha256: key.sha256 }, key.folder), /not the place/);
    }
    for (const folder of ['..', `${newId()}/..`, '']) {
      await assert.rejects(Array.fromAsync(store.list(folder)), /not the place/);
      await assert.rejects(store.tidy(folder), /not the place/);
    }
    await store.discard(staged);
    assert.deepEqual(readdirSync(root), ['.tmp']);
    assert.deepEqual(readdirSync(path.join(root, '.tmp')), []);
  });

  it('are listed by folder, all or those below one', async () => {
    const [outer, inner, other, empty] = [newId(), newId(), newId(), newId()];
    const first = await put(`${outer}/${inner}`, 'first');
    const second = await put(`${outer}/${other}`, 'second');
    mkdirSync(path.join(root, empty));
    const listed = async (below?: string) =>
      new Map((await Array.fromAsync(store.list(below))).map(({ folder, digests }) => [folder, digests]));
    const firsts: [string, string[]] = [first.folder, [first.sha256]];
    const seconds: [string, string[]] = [second.folder, [second.sha256]];
    assert.deepEqual(await listed(), new Map([firsts, seconds, [empty, []]]));
    assert.deepEqual(await listed(outer), new Map([firsts, seconds]));
    assert.deepEqual(await listed(second.folder), new Map([seconds]));
    assert.deepEqual([...(await listed(newId())).values()].flat(), []);
    await store.delete(first);
    assert.deepEqual(readdirSync(path.join(root, outer)), [other]);
    await store.delete(second);
    await store.tidy(empty);
    assert.deepEqual(readdirSync(root), ['.tmp']);
  });

  it('are read whole or in part', async () => {
    const key = await put(`${newId()}/${newId()}`, 'sixteen letters.');
    const opened = await store.open(key);
    assert.ok(opened);
    try {
      assert.equal(opened.size, 16);
      assert.equal(key.sha256, createHash('sha256').update('sixteen letters.').digest('hex'));
      assert.equal(Buffer.concat(await Array.fromAsync(opened.stream())).toString(), 'sixteen letters.');
      const range = await Array.fromAsync(opened.stream({ start: 8, end: 11 }));
      assert.equal(Buffer.concat(range).toString(), 'lett');
    } finally {
      await opened.close();
    }
    await store.delete(key);
  });

  it('take no more than they are allowed', async () => {
    const writer = await store.stage(10, 0);
    await writer.write(Buffer.alloc(10));
    await assert.rejects(writer.write(Buffer.alloc(1)), { code: 'too_large' });
    await writer.discard();
    await assert.rejects(store.stage(10, Number.MAX_SAFE_INTEGER), { code: 'disk_full' });
    assert.deepEqual(readdirSync(path.join(root, '.tmp')), []);
  });
});
