import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newId } from '../ids.ts';
import { StorageFailure } from './disk.ts';
import { Staging } from './staging.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('a disk that fails', () => {
  const handleThat = (failing: Partial<FileHandle>): FileHandle =>
    ({
      writev: async (chunks: Buffer[]) => ({ bytesWritten: Buffer.concat(chunks).length, buffers: chunks }),
      sync: async () => {},
      close: async () => {},
      ...failing,
    }) as unknown as FileHandle;
  const failWith = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };
  const staging = (failing: Partial<FileHandle>) =>
    new Staging(handleThat(failing), path.join(tmpdir(), newId()), 100);

  it('stops the host when a sync fails, and never tries it again', async () => {
    for (const code of ['EIO', 'EBADF', 'EROFS']) {
      let syncs = 0;
      const failing = staging({
        sync: async () => {
          syncs += 1;
          return failWith(code)();
        },
      });
      await failing.write(Buffer.from('x'));
      await assert.rejects(failing.finish(), StorageFailure);
      await failing.discard();
      assert.equal(syncs, 1);
    }
  });

  it('answers disk_full for every way a disk is full', async () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
      const onWrite = staging({ writev: failWith(code) });
      await onWrite.write(Buffer.from('x'));
      await assert.rejects(onWrite.finish(), { code: 'disk_full' });
      await onWrite.discard();
      const onSync = staging({ sync: failWith(code) });
      await assert.rejects(onSync.finish(), { code: 'disk_full' });
    }
  });

  it('stops the host when a write fails', async () => {
    const failing = staging({ writev: failWith('EIO') });
    await failing.write(Buffer.from('x'));
    await assert.rejects(failing.finish(), StorageFailure);
    await assert.rejects(failing.write(Buffer.from('x')), StorageFailure);
  });

  it('writes on where a short write ended, and in order', async () => {
    const written: string[] = [];
    const short = staging({
      writev: async (chunks) => {
        const bytes = Buffer.concat(chunks as unknown as Buffer[]);
        written.push(bytes.toString('utf8', 0, 3));
        return { bytesWritten: Math.min(3, bytes.length), buffers: chunks };
      },
    });
    for (const text of ['ab', 'cdef', 'g', 'hij']) await short.write(Buffer.from(text));
    assert.equal((await short.finish()).sha256, sha256('abcdefghij'));
    assert.equal(written.join(''), 'abcdefghij');
  });
});
