import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type EvidenceHost, startEvidenceHost, upload } from '../../../test/support/evidence-host.ts';
import { pngOf } from '../../../test/support/evidence-samples.ts';
import { StorageFailure } from '../../blobs/disk.ts';
import { EvidenceFiles } from '../../blobs/files.ts';
import { Staging } from '../../blobs/staging.ts';
import { inTransaction } from '../../database/database.ts';
import { newId } from '../../ids.ts';
import { createLog } from '../../log.ts';
import {
  discardFile,
  findEvidence,
  listEvidence,
  openEvidence,
  removeEvidence,
  sweepEvidence,
  verifyEvidence,
  wipeEvidence,
} from './register.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const textPart = (data: string) => ({ name: 'file', fileName: 'note “é”.txt', type: 'text/plain', data });

describe('serving evidence', () => {
  const text = '0123456789'.repeat(50_000);
  const tag = `"${sha256(text)}"`;
  let host: EvidenceHost;
  let url: string;
  beforeEach(async () => {
    host = await startEvidenceHost();
    const { body } = await upload(host.url, [textPart(text)]);
    url = `${host.url}/${body.id}`;
  });
  afterEach(async () => {
    assert.deepEqual(host.failures, []);
    await host.close();
  });

  it('sends the bytes as an attachment that runs nowhere', async () => {
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), text);
    const expected: Record<string, string> = {
      'content-type': 'text/plain',
      'content-length': String(text.length),
      'content-disposition': `attachment; filename="note ___.txt"; filename*=UTF-8''note%20%E2%80%9C%C3%A9%E2%80%9D.txt`,
      etag: tag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value);
  });

  it('answers HEAD with the same headers and no bytes', async () => {
    const response = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-length'), String(text.length));
    assert.equal(response.headers.get('etag'), tag);
    assert.equal(await response.text(), '');
  });

  const ranges: [
    headers: Record<string, string>,
    status: number,
    body: string,
    contentRange: string | null,
  ][] = [
    [{ range: 'bytes=0-4' }, 206, '01234', 'bytes 0-4/500000'],
    [{ range: 'bytes=499998-' }, 206, '89', 'bytes 499998-499999/500000'],
    [{ range: 'bytes=-3' }, 206, '789', 'bytes 499997-499999/500000'],
    [{ range: 'bytes=262143-262145' }, 206, '345', 'bytes 262143-262145/500000'],
    [{ range: 'bytes=500000-' }, 416, '', 'bytes */500000'],
    [{ range: 'bytes=0-1,4-5' }, 200, text, null],
    [{ range: 'bytes=0-4', 'if-range': tag }, 206, '01234', 'bytes 0-4/500000'],
    [{ range: 'bytes=0-4', 'if-range': '"other"' }, 200, text, null],
    [{ range: 'bytes=0-4', 'if-range': `W/${tag}` }, 200, text, null],
    [{ 'if-none-match': tag }, 304, '', null],
    [{ 'if-none-match': '"other"' }, 200, text, null],
  ];
  for (const [headers, status, body, contentRange] of ranges) {
    it(`answers ${status} to ${JSON.stringify(headers).replace(tag, 'its tag').slice(0, 80)}`, async () => {
      const response = await fetch(url, {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, value.replace('its tag', tag)]),
        ),
      });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('content-range'), contentRange);
      assert.equal(await response.text(), body);
    });
  }

  it('closes every file it opened, also when the client hangs up', {
    skip: !existsSync('/proc/self/fd'),
  }, async () => {
    const { body } = await upload(host.url, [
      { name: 'file', fileName: 'big.png', type: 'image/png', data: pngOf(20 * 1024 * 1024) },
    ]);
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`).startsWith(host.root)).length;
    assert.equal(open(), 0);
    for (const headers of [
      {},
      { 'if-none-match': tag },
      { range: 'bytes=600000-' },
      { range: 'bytes=1-1' },
    ]) {
      await (await fetch(url, { headers })).arrayBuffer();
      await fetch(url, { method: 'HEAD', headers });
    }
    for (let round = 0; round < 5; round += 1) {
      await new Promise<void>((resolve) => {
        httpRequest(`${host.url}/${body.id}`, (response) => {
          response.once('data', () => response.destroy());
          response.once('close', () => resolve());
        }).end();
      });
    }
    for (let attempt = 0; open() > 0 && attempt < 200; attempt += 1) await pause(10);
    assert.equal(open(), 0);
  });

  const damages: [what: string, damage: (file: string) => void][] = [
    ['changed', (file) => writeFileSync(file, text.replace('0', '1'))],
    ['longer', (file) => appendFileSync(file, 'x')],
    ['shorter', (file) => truncateSync(file, 10)],
    ['missing', (file) => rmSync(file)],
    [
      'replaced by a link',
      (file) => {
        writeFileSync(`${host.root}/elsewhere`, text);
        rmSync(file);
        symlinkSync(`${host.root}/elsewhere`, file);
      },
    ],
    [
      'replaced by a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`never serves a file that was ${what}, and remembers it`, async () => {
      damage(path.join(host.root, host.missionId, host.testId, sha256(text)));
      for (const headers of [{}, { range: 'bytes=0-4' }, { 'if-none-match': tag }]) {
        const response = await fetch(url, { headers });
        assert.equal(response.status, 500);
        assert.equal(((await response.json()) as { code: string }).code, 'evidence_corrupt');
        assert.equal(response.headers.get('etag'), null);
      }
      assert.equal(host.files.corrupt.size, 1);
      assert.equal((await fetch(url, { method: 'DELETE' })).status, what.includes('folder') ? 500 : 204);
      host.failures.length = 0;
      if (!what.includes('folder')) assert.equal(host.files.corrupt.size, 0);
    });
  }

  it('does not call a file damaged that was deleted meanwhile', async () => {
    const { body: record } = await upload(host.url, [textPart('short-lived')]);
    await inTransaction(host.db, (trx) => removeEvidence(trx, record.id));
    await discardFile(host, record);
    await assert.rejects(openEvidence(host, record), { code: 'not_found' });
    assert.equal(host.files.corrupt.size, 0);
  });
});

describe('keeping the evidence folder in order', () => {
  const log = createLog('silent');
  const orphan = 'f'.repeat(64);
  let host: EvidenceHost;
  beforeEach(async () => {
    host = await startEvidenceHost();
  });
  afterEach(() => host.close());

  it('removes at start what was being received', async () => {
    writeFileSync(path.join(host.root, '.tmp', newId()), 'half a file');
    const files = new EvidenceFiles(host.root, newId);
    assert.equal(await files.prepare(), 1);
    assert.deepEqual(host.stored(), []);
  });

  it('removes files without a record and empty folders, and nothing else', async () => {
    const kept = await upload(host.url, [textPart('kept')]);
    await sweepEvidence(host, log, Date.now);
    writeFileSync(path.join(host.root, host.missionId, host.testId, orphan), 'never recorded');
    const [mission, test] = [newId(), newId()];
    mkdirSync(path.join(host.root, mission, test), { recursive: true });
    writeFileSync(path.join(host.root, mission, test, orphan), 'never recorded');
    mkdirSync(path.join(host.root, newId(), newId()), { recursive: true });
    writeFileSync(path.join(host.root, 'README'), 'put here by the administrator');
    assert.deepEqual(await sweepEvidence(host, log, Date.now), { removed: 2, leftAlone: 0, damaged: 0 });
    assert.deepEqual(host.stored(), ['README', keyOf(kept.body)].sort());
    assert.deepEqual(readdirSync(host.root).sort(), ['.tmp', 'README', host.missionId].sort());
    assert.equal((await fetch(`${host.url}/${kept.body.id}`)).status, 200);
  });

  it("leaves another database's files alone", async () => {
    const file = path.join(host.root, host.missionId, host.testId, orphan);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'older than this database');
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    assert.deepEqual(await sweepEvidence(host, log, Date.now), { removed: 0, leftAlone: 1, damaged: 0 });
    assert.deepEqual(await sweepEvidence(host, log, Date.now), { removed: 0, leftAlone: 1, damaged: 0 });
    assert.equal(existsSync(file), true);
  });

  it('reports records without their file and keeps them', async () => {
    const missing = await upload(host.url, [textPart('missing')]);
    const short = await upload(host.url, [textPart('short')]);
    rmSync(path.join(host.root, keyOf(missing.body)));
    truncateSync(path.join(host.root, keyOf(short.body)), 1);
    assert.deepEqual(await sweepEvidence(host, log, Date.now), { removed: 0, leftAlone: 0, damaged: 2 });
    assert.equal(host.files.corrupt.size, 2);
    assert.equal((await listEvidence(host.db, host.testId)).length, 2);
  });

  it('may sweep while uploads come in', async () => {
    const uploads = Array.from({ length: 12 }, (_, index) => upload(host.url, [textPart(`text ${index}`)]));
    for (let round = 0; round < 10; round += 1) await sweepEvidence(host, log, () => 0);
    for (const { status, body } of await Promise.all(uploads)) {
      assert.equal(status, 201);
      assert.equal((await fetch(`${host.url}/${body.id}`)).status, 200);
    }
    assert.equal(host.stored().length, 12);
  });

  it('verifies every record', async () => {
    const good = await upload(host.url, [textPart('good')]);
    const bad = await upload(host.url, [textPart('bad')]);
    writeFileSync(path.join(host.root, keyOf(bad.body)), 'dab');
    const verdicts = new Map<string, boolean>();
    const files = new EvidenceFiles(host.root, newId);
    for await (const { record, intact } of verifyEvidence({ db: host.db, files }))
      verdicts.set(record.id, intact);
    assert.deepEqual(
      verdicts,
      new Map([
        [good.body.id, true],
        [bad.body.id, false],
      ]),
    );
  });

  it('wipes everything but its lock, and goes on', async () => {
    const { body } = await upload(host.url, [textPart('gone')]);
    await inTransaction(host.db, (trx) => removeEvidence(trx, body.id));
    writeFileSync(path.join(host.root, 'damson.lock'), '');
    writeFileSync(path.join(host.root, '.tmp', newId()), 'half a file');
    await wipeEvidence(host.files);
    assert.deepEqual(host.stored(), ['damson.lock']);
    assert.equal(await findEvidence(host.db, body.id), null);
    assert.equal((await upload(host.url, [textPart('new')])).status, 201);
  });

  it('forgets who uploaded when that user is deleted', async () => {
    const { body } = await upload(host.url, [textPart('orphaned')]);
    await host.db.deleteFrom('users').execute();
    assert.equal((await findEvidence(host.db, body.id))?.uploaded_by, null);
  });
});

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
      failing.write(Buffer.from('x'));
      await assert.rejects(failing.finish(), StorageFailure);
      await failing.discard();
      assert.equal(syncs, 1);
    }
  });

  it('answers disk_full for every way a disk is full', async () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
      const onWrite = staging({ writev: failWith(code) });
      onWrite.write(Buffer.from('x'));
      await assert.rejects(onWrite.finish(), { code: 'disk_full' });
      await onWrite.discard();
      const onSync = staging({ sync: failWith(code) });
      await assert.rejects(onSync.finish(), { code: 'disk_full' });
    }
  });

  it('stops the host when a write fails', async () => {
    const failing = staging({ writev: failWith('EIO') });
    failing.write(Buffer.from('x'));
    await assert.rejects(failing.finish(), StorageFailure);
    assert.throws(() => failing.write(Buffer.from('x')), StorageFailure);
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
    for (const text of ['ab', 'cdef', 'g', 'hij']) short.write(Buffer.from(text));
    assert.equal((await short.finish()).sha256, sha256('abcdefghij'));
    assert.equal(written.join(''), 'abcdefghij');
  });

  const script = path.resolve(import.meta.dirname, '../../../test/support/evidence-on-a-full-disk.ts');
  for (const [what, command, ...rest] of [
    [
      'a full disk',
      'unshare',
      '-Urm',
      'sh',
      '-c',
      'mount -t tmpfs -o size=6m tmpfs "$1" && exec "$2" "$3" "$1"',
      'sh',
    ],
    ['a limit on file sizes', 'prlimit', '--fsize=4194304'],
  ] as const) {
    it(`keeps nothing and loses nothing on ${what}`, async (context) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'damson-full-'));
      try {
        const tail =
          command === 'unshare' ? [folder, process.execPath, script] : [process.execPath, script, folder];
        const run = await output(command, [...rest, ...tail]);
        if (run.stdout === '') {
          context.skip(`${command} is not allowed here: ${run.stderr.slice(0, 200)}`);
          return;
        }
        assert.deepEqual(JSON.parse(run.stdout), {
          small: 201,
          declared: 507,
          undeclared: 507,
          afterwards: 201,
          served: 200,
          stored: 2,
          records: 2,
          failures: [],
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

function keyOf(record: { mission_id: string; test_id: string; sha256: string }): string {
  return path.join(record.mission_id, record.test_id, record.sha256);
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function output(command: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(command, args, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}
