import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type ClientRequest, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pngOf, samples } from '../../test/support/missions/evidence-samples.ts';
import {
  assertEmpty,
  type EvidenceHost,
  filePart,
  multipart,
  multipartType,
  note,
  send,
  shareEvidenceHost,
  upload,
} from '../../test/support/servers/evidence-host.ts';
import { until } from '../../test/support/servers/until.ts';
import { listEvidence } from '../missions/evidence/register.ts';
import { receiveForm } from './receive.ts';

const mebibyte = 1024 * 1024;
const limit = 25_600_000;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('receiving evidence', () => {
  let host: EvidenceHost;
  shareEvidenceHost((started) => {
    host = started;
  });

  it('stores the bytes under their digest, for the owner only, and records them', async () => {
    const bytes = pngOf(100_000);
    const { status, body } = await upload(host.url, [
      filePart(bytes),
      { name: 'caption', data: 'Été\r\n🔥' },
      { name: 'side', data: 'blue' },
    ]);
    assert.equal(status, 201);
    assert.deepEqual(
      { ...body, id: undefined, uploaded_at: undefined },
      {
        id: undefined,
        uploaded_at: undefined,
        mission_id: host.missionId,
        test_id: host.testId,
        side: 'blue',
        file_name: 'shot.png',
        mime_type: 'image/png',
        size: 100_000,
        sha256: sha256(bytes),
        caption: 'Été\r\n🔥',
        uploaded_by: { id: '01920000-0000-7000-8000-00000000abcd', display_name: 'Rhea Red' },
      },
    );
    const place = path.join(host.missionId, host.testId, sha256(bytes));
    assert.deepEqual(host.stored(), [place]);
    const file = path.join(host.root, place);
    assert.ok(readFileSync(file).equals(bytes));
    if (process.platform !== 'win32') {
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    }
    assert.deepEqual(await listEvidence(host.db, host.testId), [body]);
  });

  it('takes the fields before the file as well as after it', async () => {
    const { status, body } = await upload(host.url, [
      { name: 'side', data: 'blue' },
      { name: 'caption', data: 'first' },
      filePart(samples.png),
    ]);
    assert.equal(status, 201);
    assert.equal(body.side, 'blue');
    assert.equal(body.caption, 'first');
  });

  it('takes what browsers send', async () => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(samples.png)], { type: 'image/png' }),
      'Bildschirmfoto “é”.png',
    );
    form.set('caption', '');
    const response = await fetch(host.url, { method: 'POST', body: form });
    assert.equal(response.status, 201);
    const record = (await response.json()) as { file_name: string; caption: unknown };
    assert.equal(record.file_name, 'Bildschirmfoto “é”.png');
    assert.equal(record.caption, null);
  });

  it('takes 24 MiB, and exactly 25,600,000 bytes', async () => {
    for (const size of [24 * mebibyte, limit]) {
      const bytes = pngOf(size);
      const { status, body } = await upload(host.url, [filePart(bytes)]);
      assert.equal(status, 201);
      assert.equal(body.size, size);
      assert.equal(body.sha256, sha256(bytes));
    }
  });

  it('takes a body of unknown length', async () => {
    const answer = await raw(host.url, (out) => {
      const body = multipart([filePart(pngOf(300_000))]);
      for (let start = 0; start < body.length; start += 10_007)
        out.write(body.subarray(start, start + 10_007));
      out.end();
    });
    assert.equal(answer, 201);
  });

  for (const [what, bytes, name, type] of [
    ['a picture', pngOf(300_000), 'shot.png', 'image/png'],
    ['a text', Buffer.from('漢字🔥\n'.repeat(20_000)), 'note.txt', 'text/plain'],
  ] as const) {
    it(`stores the bytes of ${what} as they were sent, however the network cuts them`, async () => {
      for (const pieces of [[1, 200_000], [7, 4095, 4096, 4097], [65_536], [65_535, 1, 100_000]]) {
        const body = multipart([filePart(bytes, name, type)]);
        const head = body.indexOf('\r\n\r\n') + 4;
        const answer = await raw(host.url, async (out) => {
          out.write(body.subarray(0, head));
          for (let start = head, round = 0; start < body.length; round += 1) {
            const length = pieces[round % pieces.length] as number;
            // One byte at a time, so that each is a separate chunk.
            await new Promise((resolve) => out.write(body.subarray(start, start + length), resolve));
            start += length;
          }
          out.end();
        });
        assert.equal(answer, 201);
        const place = path.join(host.missionId, host.testId, sha256(bytes));
        assert.deepEqual(host.stored(), [place]);
        assert.ok(readFileSync(path.join(host.root, place)).equals(bytes));
      }
    });
  }

  it('refuses one byte more than 25,600,000, with and without a declared length', async () => {
    const body = multipart([filePart(pngOf(limit + 1))]);
    const { status, body: problem } = await send(host.url, body);
    assert.equal(status, 413);
    assert.equal(problem.code, 'too_large');
    assert.equal(await raw(host.url, (out) => out.end(body), { 'content-length': String(body.length) }), 413);
    assert.equal(
      await raw(host.url, (out) => {
        out.write(body.subarray(0, 1000));
        out.end(body.subarray(1000));
      }),
      413,
    );
    await assertEmpty(host);
  });

  it('delivers the refusal of 26 MB and of 56 MiB to every client', async () => {
    for (const size of [26_000_000, 56 * mebibyte]) {
      const body = multipart([filePart(pngOf(size))]);
      assert.equal((await send(host.url, body)).status, 413);
      assert.equal(
        await raw(host.url, (out) => out.end(body), { 'content-length': String(body.length) }),
        413,
      );
      assert.equal(await raw(host.url, (out) => out.end(body)), 413);
    }
    await assertEmpty(host);
  });

  it('reads only a limited part of an endless body', async () => {
    const { hostname, port } = new URL(host.url);
    const sent = await new Promise<number>((resolve) => {
      const out = connect(Number(port), hostname);
      const chunk = Buffer.from(`40000\r\n${'a'.repeat(0x40000)}\r\n`);
      const more = (): void => {
        while (!out.destroyed && out.write(chunk));
      };
      out.on('error', () => {});
      out.on('close', () => resolve(out.bytesWritten));
      out.on('drain', more);
      out.resume();
      const beginning = multipart([filePart(samples.png)], { unterminated: true });
      out.write(`POST / HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: ${multipartType}\r\n`);
      out.write(`Transfer-Encoding: chunked\r\n\r\n${beginning.length.toString(16)}\r\n`);
      out.write(beginning);
      out.write('\r\n');
      more();
    });
    assert.ok(sent < 120 * mebibyte, `${sent} bytes were taken`);
    await assertEmpty(host);
  });

  it('leaves no trace of an upload aborted halfway', async () => {
    const whole = multipart([filePart(pngOf(2 * mebibyte))]);
    for (const cut of [10, 100, 70_000, mebibyte]) {
      await new Promise<void>((resolve) => {
        const out = httpRequest(host.url, {
          method: 'POST',
          headers: { 'content-type': multipartType, 'content-length': whole.length },
        });
        out.on('error', () => {});
        out.on('close', resolve);
        out.write(whole.subarray(0, cut), () => {
          setTimeout(() => out.destroy(), 20);
        });
      });
    }
    await until(() => host.stored().length === 0);
    await assertEmpty(host);
  });

  it('keeps serving the same connection after a refusal', async () => {
    for (const [part, status] of [
      [filePart('x', 'a.exe'), 415],
      [note('a'), 201],
    ] as const) {
      assert.equal((await upload(host.url, [part])).status, status);
    }
  });

  it('takes sixteen at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, seed) => upload(host.url, [filePart(pngOf(mebibyte, seed + 2))])),
    );
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal(host.stored().length, 16);
  });

  it('reads no faster than the file is written', async (t) => {
    const size = 8 * mebibyte;
    let written = 0;
    let mostWaiting = 0;
    let isFull = false;
    const server = createServer(async (request, response) => {
      const sink = {
        write(chunk: Buffer): Promise<void> {
          assert.equal(isFull, false);
          isFull = true;
          mostWaiting = Math.max(mostWaiting, request.socket.bytesRead - written);
          written += chunk.length;
          return new Promise((resolve) =>
            setImmediate(() => {
              isFull = false;
              resolve();
            }),
          );
        },
        finish: async () => 'stored',
        discard: async () => {},
      };
      const { stored } = await receiveForm(request, ['red'], async () => sink);
      response.writeHead(201).end(JSON.stringify({ stored }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const answer = await upload(`http://127.0.0.1:${port}`, [filePart(pngOf(size))]);
    assert.equal(answer.status, 201);
    assert.equal(written, size);
    assert.ok(mostWaiting < mebibyte, `${mostWaiting} bytes were waiting`);
  });
});

/** A client that returns the received status, or throws the connection error. */
function raw(url: string, write: (out: ClientRequest) => unknown, headers = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const out = httpRequest(url, { method: 'POST', headers: { 'content-type': multipartType, ...headers } });
    out.on('error', reject);
    out.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    write(out);
  });
}
