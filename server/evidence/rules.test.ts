import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeKind, kinds, toSafeFileName } from './rules.ts';

const refused = { name: 'DomainError', code: 'unsupported_media_type' };

describe('evidence kinds', () => {
  it('holds exactly the whitelist', () => {
    assert.deepEqual(
      [...kinds.keys()].sort(),
      'png jpg jpeg gif webp pdf txt log md csv json xml yaml yml evtx pcap pcapng zip 7z gz mp4 webm cast typescript timing'
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
    ['a.cast', null, 'application/x-asciicast'],
    ['a.cast', 'application/json', 'application/x-asciicast'],
    ['a.typescript', 'text/plain', 'text/x-typescript'],
    ['a.timing', null, 'text/x-script-timing'],
  ];
  for (const [name, type, recorded] of accepted) {
    it(`takes ${name} declared as ${type}`, () => assert.equal(judgeKind(name, type).mimeType, recorded));
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
    it(`refuses ${name} declared as ${type}`, () => assert.throws(() => judgeKind(name, type), refused));
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
      assert.equal(toSafeFileName(given), safe);
    });
  }

  it('keeps the extension and whole characters within 255 bytes', () => {
    for (const given of [`${'a'.repeat(400)}.txt`, `${'🔥'.repeat(200)}.txt`, `x${'é'.repeat(300)}.pcapng`]) {
      const safe = toSafeFileName(given);
      assert.ok(Buffer.byteLength(safe) <= 255);
      assert.ok(Buffer.byteLength(safe) > 250);
      assert.equal(safe.slice(safe.lastIndexOf('.')), given.slice(given.lastIndexOf('.')));
      assert.ok(safe.isWellFormed());
    }
    assert.ok(Buffer.byteLength(toSafeFileName(`a.${'b'.repeat(1000)}`)) <= 255);
  });

  it('takes a long hostile name without slowing down', () => {
    assert.equal(toSafeFileName(`${'. '.repeat(8000)}x.txt`).endsWith('.txt'), true);
    assert.equal(toSafeFileName(`a${'. '.repeat(8000)}`), 'a');
  });
});
