import assert from 'node:assert/strict';
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
});
