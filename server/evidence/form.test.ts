import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, it } from 'node:test';
import { samples } from '../../test/support/missions/evidence-samples.ts';
import {
  assertEmpty,
  type EvidenceHost,
  filePart,
  multipart,
  note,
  type Part,
  send,
  shareEvidenceHost,
  upload,
} from '../../test/support/servers/evidence-host.ts';

const mebibyte = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the form of an upload', () => {
  let host: EvidenceHost;
  shareEvidenceHost((started) => {
    host = started;
  });

  const names: [given: string, recorded: string][] = [
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['..\\\\..\\\\x.txt', 'x.txt'],
    ['/etc/x.txt', 'x.txt'],
    ['été 漢字.txt', 'été 漢字.txt'],
    ['\u202etxt.txt', 'txt.txt'],
    [`${'n'.repeat(500)}.txt`, `${'n'.repeat(251)}.txt`],
  ];
  for (const [given, recorded] of names) {
    it(`records ${JSON.stringify(given).slice(0, 40)} as a name and never as a path`, async () => {
      const { status, body } = await upload(host.url, [filePart('x', given, 'text/plain')]);
      assert.equal(status, 201);
      assert.equal(body.file_name, recorded);
      assert.deepEqual(host.stored(), [path.join(host.missionId, host.testId, sha256(Buffer.from('x')))]);
    });
  }

  it('reads an encoded name', async () => {
    const headers = `Content-Disposition: form-data; name="file"; filename*=UTF-8''..%2F%00%C3%A9.txt\r\nContent-Type: text/plain`;
    const { status, body } = await upload(host.url, [{ headers, data: 'x' }]);
    assert.equal(status, 201);
    assert.equal(body.file_name, 'é.txt');
  });

  it('tells a part without a type from one that lies', async () => {
    const undeclared = (fileName: string, data: Buffer | string): Part => ({ name: 'file', fileName, data });
    const answers: [part: Part, status: number][] = [
      [undeclared('a.evtx', samples.evtx), 201],
      [undeclared('a.7z', samples['7z']), 201],
      [undeclared('a.txt', 'text'), 201],
      [undeclared('a.json', '{}'), 201],
      [undeclared('a.png', samples.png), 415],
      [filePart(samples.evtx, 'a.evtx', 'text/plain'), 415],
    ];
    for (const [part, expected] of answers) {
      const caption = { name: 'caption', data: 'Content-Type: text/plain\r\n\r\n--x' };
      assert.equal((await upload(host.url, [caption, part])).status, expected, part.fileName);
    }
  });

  const forms: [what: string, parts: Part[], status: number, code: string, path?: string][] = [
    ['no part', [], 422, 'invalid', 'file'],
    ['no file', [{ name: 'caption', data: 'x' }], 422, 'invalid', 'file'],
    ['a file field that is no file', [{ name: 'file', data: 'x' }], 422, 'invalid', 'file'],
    ['a file without a name', [filePart('', '', 'application/octet-stream')], 422, 'invalid', 'file'],
    ['an empty file', [note('')], 422, 'invalid', 'file'],
    ['two files', [note('a'), note('b')], 422, 'invalid', 'file'],
    ['a file in another field', [{ ...note('a'), name: 'upload' }], 422, 'invalid', 'upload'],
    ['a file as caption', [note('a'), { ...note('b'), name: 'caption' }], 422, 'invalid', 'caption'],
    ['an unknown field', [note('a'), { name: 'mission_id', data: 'x' }], 422, 'invalid', 'mission_id'],
    ['an unknown field first', [{ name: '__proto__', data: 'x' }, note('a')], 422, 'invalid', '__proto__'],
    [
      'two captions',
      [note('a'), { name: 'caption', data: 'x' }, { name: 'caption', data: 'y' }],
      422,
      'invalid',
      'caption',
    ],
    ['another side', [note('a'), { name: 'side', data: 'green' }], 422, 'invalid', 'side'],
    ['an empty side', [{ name: 'side', data: '' }, note('a')], 422, 'invalid', 'side'],
    ['a long caption', [note('a'), { name: 'caption', data: 'x'.repeat(2001) }], 422, 'invalid', 'caption'],
    [
      'a huge caption',
      [note('a'), { name: 'caption', data: 'x'.repeat(300_000) }],
      422,
      'invalid',
      'caption',
    ],
    ['NUL in the caption', [note('a'), { name: 'caption', data: 'a\u0000b' }], 422, 'invalid', 'caption'],
    [
      'a lone surrogate in the caption',
      [
        note('a'),
        {
          headers:
            'Content-Disposition: form-data; name="caption"\r\nContent-Type: text/plain; charset=utf-16le',
          data: Buffer.from('00d8', 'hex'),
        },
      ],
      400,
      'malformed_body',
    ],
    [
      'a caption in an unknown charset',
      [
        note('a'),
        {
          headers:
            'Content-Disposition: form-data; name="caption"\r\nContent-Type: text/plain; charset=x-nonsense',
          data: 'x',
        },
      ],
      400,
      'malformed_body',
    ],
    [
      'very many parts',
      Array.from({ length: 40 }, () => ({ headers: 'X: y', data: 'x' })),
      422,
      'invalid',
      'file',
    ],
    ['a broken part header', [{ headers: 'no colon here', data: 'x' }], 400, 'malformed_body'],
    [
      'a NUL in the file name',
      [note('a'), { headers: 'Content-Disposition: form-data; name="a\u0000"', data: '' }],
      400,
      'malformed_body',
    ],
    [
      'an extension off the list',
      [filePart('MZ', 'a.exe', 'application/octet-stream')],
      415,
      'unsupported_media_type',
    ],
    ['a type of another kind', [filePart(samples.png, 'a.png', 'image/gif')], 415, 'unsupported_media_type'],
    ['an extension that lies', [filePart(samples.pdf, 'a.png', 'image/png')], 415, 'unsupported_media_type'],
    ['a short extension that lies', [filePart('a', 'a.png', 'image/png')], 415, 'unsupported_media_type'],
    ['binary bytes as text', [filePart(samples.png, 'a.txt', 'text/plain')], 415, 'unsupported_media_type'],
    [
      'a text that turns binary late',
      [note(`${'x'.repeat(3 * mebibyte)}\u0000`)],
      415,
      'unsupported_media_type',
    ],
  ];
  for (const [what, parts, status, code, field] of forms) {
    it(`refuses ${what}`, async () => {
      const { status: given, body } = await upload(host.url, parts);
      assert.equal(given, status);
      assert.equal(body.code, code);
      assert.equal(body.path, field);
      await assertEmpty(host);
    });
  }

  it('refuses a form that is cut off, at every place', async () => {
    const whole = multipart([filePart(samples.png), { name: 'caption', data: 'x' }]);
    for (let length = 0; length < whole.length - 4; length += 3) {
      const { status } = await send(host.url, whole.subarray(0, length));
      assert.equal(status, 400, `cut at ${length}`);
    }
    await assertEmpty(host);
  });

  it('takes a caption of 2,000 characters of any width', async () => {
    for (const caption of ['x'.repeat(2000), '漢'.repeat(2000), '🔥'.repeat(1000)]) {
      const { status, body } = await upload(host.url, [note('a'), { name: 'caption', data: caption }]);
      assert.equal(status, 201);
      assert.equal(body.caption, caption);
    }
  });

  const contentTypes: [type: string, status: number][] = [
    ['', 415],
    ['application/json', 415],
    ['multipart/mixed; boundary=x', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; charset=utf-8', 400],
    ['multipart/form-data; boundary=other', 400],
  ];
  for (const [type, status] of contentTypes) {
    it(`answers ${status} to the type ${JSON.stringify(type)}`, async () => {
      const answer = await send(host.url, multipart([note('a')]), { 'content-type': type });
      assert.equal(answer.status, status);
      await assertEmpty(host);
    });
  }

  it('refuses a compressed body', async () => {
    const answer = await send(host.url, multipart([note('a')]), { 'content-encoding': 'gzip' });
    assert.equal(answer.status, 415);
  });
});
