import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attachmentHeader, type ByteRange, kindOf, kinds, rangeOf, safeFileName } from './rules.ts';

const refused = { name: 'DomainError', code: 'unsupported_media_type' };

describe('evidence kinds', () => {
  it('holds exactly the whitelist', () => {
    assert.deepEqual(
      [...kinds.keys()].sort(),
      'png jpg jpeg gif webp pdf txt log md csv json xml yaml yml evtx pcap pcapng zip 7z gz mp4 webm'
        .split(' ')
        .sort(),
    );
  });

  const accepted: [name: string, type: string | null, recorded: string][] = [
    ['a.png', 'image/png', 'image/png'],
    ['A.PNG', 'IMAGE/PNG', 'image/png'],
    ['a.jpg', 'image/jpeg', 'image/jpeg'],
    ['a.jpeg', 'image/pjpeg', 'image/jpeg'],
    ['a.b.txt', 'text/plain', 'text/plain'],
    ['a.txt', null, 'text/plain'],
    ['a.log', 'application/octet-stream', 'text/plain'],
    ['a.log', null, 'text/plain'],
    ['a.md', 'text/x-markdown', 'text/markdown'],
    ['a.csv', 'application/vnd.ms-excel', 'text/csv'],
    ['a.json', 'application/octet-stream', 'application/json'],
    ['a.yml', 'application/x-yaml', 'application/yaml'],
    ['a.yaml', null, 'application/yaml'],
    ['a.evtx', 'application/octet-stream', 'application/x-ms-evtx'],
    ['a.evtx', null, 'application/x-ms-evtx'],
    ['a.pcap', 'application/vnd.tcpdump.pcap', 'application/vnd.tcpdump.pcap'],
    ['a.pcapng', null, 'application/x-pcapng'],
    ['a.zip', 'application/x-zip-compressed', 'application/zip'],
    ['a.tar.gz', 'application/x-gzip', 'application/gzip'],
    ['a.7z', 'application/octet-stream', 'application/x-7z-compressed'],
  ];
  for (const [name, type, recorded] of accepted) {
    it(`takes ${name} declared as ${type}`, () => assert.equal(kindOf(name, type).mimeType, recorded));
  }

  const lies: [name: string, type: string | null][] = [
    ['a.exe', 'application/octet-stream'],
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/html'],
    ['a', 'text/plain'],
    ['png', 'image/png'],
    ['a.png.exe', 'image/png'],
    ['a.png', 'image/jpeg'],
    ['a.png', 'text/plain'],
    ['a.png', 'application/octet-stream'],
    ['a.png', null],
    ['a.txt', 'text/html'],
    ['a.txt', 'application/octet-stream'],
    ['a.evtx', 'text/plain'],
    ['a.evtx', 'image/png'],
    ['a.zip', 'application/x-msdownload'],
    ['a.xml', 'image/svg+xml'],
    ['a.__proto__', 'text/plain'],
  ];
  for (const [name, type] of lies) {
    it(`refuses ${name} declared as ${type}`, () => assert.throws(() => kindOf(name, type), refused));
  }
});

describe('evidence file names', () => {
  const table: [given: string, safe: string][] = [
    ['shot.png', 'shot.png'],
    ['Rapport d’été 🔥.txt', 'Rapport d’été 🔥.txt'],
    ['../../etc/cron.d/x.txt', 'x.txt'],
    ['..\\..\\Windows\\x.log', 'x.log'],
    ['C:\\Users\\bob\\x.evtx', 'x.evtx'],
    ['/absolute.txt', 'absolute.txt'],
    ['dir/', 'evidence'],
    ['.', 'evidence'],
    ['..', 'evidence'],
    ['...', 'evidence'],
    ['', 'evidence'],
    ['   ', 'evidence'],
    ['.txt', 'evidence.txt'],
    ['..txt', 'evidence.txt'],
    ['.hidden.txt', 'hidden.txt'],
    ['a.exe.', 'a.exe'],
    ['a.exe. . ', 'a.exe'],
    ['a\u0000.txt', 'a.txt'],
    ['a.exe\u0000.txt', 'a.exe.txt'],
    ['line\r\nbreak.txt', 'linebreak.txt'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['\u2066a\u2069.png', 'a.png'],
    ['\ufeffa.txt', 'a.txt'],
    ['lone\ud800.txt', 'lone\ufffd.txt'],
    ['"quoted".txt', '"quoted".txt'],
    ['%2e%2e%2fx.txt', '%2e%2e%2fx.txt'],
  ];
  for (const [given, safe] of table) {
    it(`turns ${JSON.stringify(given)} into ${JSON.stringify(safe)}`, () => {
      assert.equal(safeFileName(given), safe);
    });
  }

  it('keeps the extension and whole characters within 255 bytes', () => {
    for (const given of [`${'a'.repeat(400)}.txt`, `${'🔥'.repeat(200)}.txt`, `x${'é'.repeat(300)}.pcapng`]) {
      const safe = safeFileName(given);
      assert.ok(Buffer.byteLength(safe) <= 255);
      assert.ok(Buffer.byteLength(safe) > 250);
      assert.equal(safe.slice(safe.lastIndexOf('.')), given.slice(given.lastIndexOf('.')));
      assert.ok(safe.isWellFormed());
    }
    assert.ok(Buffer.byteLength(safeFileName(`a.${'b'.repeat(1000)}`)) <= 255);
  });

  it('takes a long hostile name without slowing down', () => {
    assert.equal(safeFileName(`${'. '.repeat(8000)}x.txt`).endsWith('.txt'), true);
    assert.equal(safeFileName(`a${'. '.repeat(8000)}`), 'a');
  });
});

describe('Content-Disposition', () => {
  const table: [name: string, header: string][] = [
    ['a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
    ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
    ['"x".txt', `attachment; filename="_x_.txt"; filename*=UTF-8''%22x%22.txt`],
    ['été.txt', `attachment; filename="_t_.txt"; filename*=UTF-8''%C3%A9t%C3%A9.txt`],
    [
      "100%'(*)🔥.md",
      `attachment; filename="100_'(*)_.md"; filename*=UTF-8''100%25%27%28%2A%29%F0%9F%94%A5.md`,
    ],
    ['a;b\\c.txt', `attachment; filename="a;b_c.txt"; filename*=UTF-8''a%3Bb%5Cc.txt`],
  ];
  for (const [name, header] of table) it(`names ${name}`, () => assert.equal(attachmentHeader(name), header));
});

describe('Range', () => {
  const table: [header: string | undefined, size: number, expected: ByteRange | 'unsatisfiable' | null][] = [
    [undefined, 10, null],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=2-5', 10, { start: 2, end: 5 }],
    ['bytes=2-', 10, { start: 2, end: 9 }],
    ['bytes=2-99', 10, { start: 2, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-99', 10, { start: 0, end: 9 }],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-12', 10, 'unsatisfiable'],
    ['bytes=5-2', 10, null],
    ['bytes=-', 10, null],
    ['bytes=a-b', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['lines=0-1', 10, null],
    ['bytes=99999999999999999999-', 10, null],
  ];
  for (const [header, size, expected] of table) {
    it(`reads ${header}`, () => assert.deepEqual(rangeOf(header, size), expected));
  }
});
