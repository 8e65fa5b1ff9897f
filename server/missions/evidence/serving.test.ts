import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pngOf } from '../../../test/support/missions/evidence-samples.ts';
import {
  type EvidenceHost,
  openHostTest,
  startEvidenceHost,
  upload,
} from '../../../test/support/servers/evidence-host.ts';
import { noLinks } from '../../../test/support/servers/platform.ts';
import { until } from '../../../test/support/servers/until.ts';
import { inTransaction } from '../../database/database.ts';
import { discardFile, openEvidence, removeEvidence } from './register.ts';

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

  it('sends the bytes as an attachment that cannot run', async () => {
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), text);
    const expected: Record<string, string> = {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(text.length),
      'content-disposition': `attachment; filename="note ___.txt"; filename*=UTF-8''note%20%E2%80%9C%C3%A9%E2%80%9D.txt`,
      etag: tag,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
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
    [{ range: 'bytes=500000-' }, 416, '{"code":"range_not_satisfiable"}', 'bytes */500000'],
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
    await until(() => open() === 0);
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
    it(`never serves a file that was ${what}, and remembers it`, {
      skip: what.includes('link') && noLinks,
    }, async () => {
      damage(path.join(host.root, host.missionId, host.testId, sha256(text)));
      for (const headers of [{}, { range: 'bytes=0-4' }, { 'if-none-match': tag }]) {
        const response = await fetch(url, { headers });
        const { code } = (await response.json()) as { code: string };
        const refusal = what === 'missing' ? [404, 'not_found'] : [500, 'evidence_corrupt'];
        assert.deepEqual([response.status, code], refusal);
        assert.equal(response.headers.get('etag'), null);
      }
      assert.equal(host.register.corrupt.size, 1);
      assert.equal((await fetch(url, { method: 'DELETE' })).status, what.includes('folder') ? 500 : 204);
      host.failures.length = 0;
      if (!what.includes('folder')) assert.equal(host.register.corrupt.size, 0);
    });
  }

  it('does not report a file as damaged that was deleted in the meantime', async () => {
    const { body: record } = await upload(host.url, [textPart('short-lived')]);
    await inTransaction(host.db, async (trx) =>
      removeEvidence(trx, await openHostTest(trx, host), record.id),
    );
    const stored = { ...record, stored_in: null };
    await discardFile(host.register, stored);
    await assert.rejects(openEvidence(host.register, stored), { code: 'not_found' });
    assert.equal(host.register.corrupt.size, 0);
  });
});

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
