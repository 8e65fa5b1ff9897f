import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samples } from '../../test/support/missions/evidence-samples.ts';
import { createInspector, detectFormat } from './inspection.ts';
import { kinds } from './rules.ts';

const refused = { name: 'DomainError', code: 'unsupported_media_type' };

function inspect(extension: string, bytes: Buffer, chunkSize: number): void {
  const kind = kinds.get(extension);
  assert.ok(kind);
  const inspector = createInspector(kind);
  for (let start = 0; start < bytes.length; start += chunkSize) {
    const chunk = Buffer.from(bytes.subarray(start, start + chunkSize));
    inspector.push(chunk);
    // The chunk's next consumer may free it.
    chunk.fill(0);
  }
  inspector.end();
}

const chunkSizes = [1, 3, 64 * 1024];
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const filler = 'x'.repeat(5000);

describe('inspection of bytes', () => {
  for (const [extension, bytes] of Object.entries(samples)) {
    it(`takes a .${extension} that is one, however it is cut`, () => {
      for (const size of chunkSizes) inspect(extension, bytes, size);
    });
    it(`refuses it under every other binary extension`, () => {
      for (const [other, kind] of kinds) {
        if (kind.format === 'text' || kind.format === kinds.get(extension)?.format) continue;
        assert.throws(() => inspect(other, bytes, 64), refused, other);
      }
    });
  }

  const texts: [what: string, extension: string, bytes: Buffer][] = [
    ['ASCII', 'txt', Buffer.from('whoami\r\nroot\n')],
    ['UTF-8', 'log', Buffer.from('été 🔥 漢字\n'.repeat(3000))],
    ['UTF-8 with a byte order mark', 'csv', Buffer.from('\ufeffa;b\n')],
    ['UTF-16 LE', 'txt', utf16le('PS C:\\> whoami 🔥\r\n'.repeat(2000))],
    ['UTF-16 BE', 'txt', utf16be('été\r\n')],
    ['a recorded terminal', 'log', Buffer.from('\u001b]0;root@host\u0007\u001b[31mred\u001b[0m\b\f\t\r\n')],
    ['markup', 'txt', Buffer.from('<svg onload="alert(1)"/>')],
    ['a JSON object', 'json', Buffer.from(' \r\n\t{"a": 1}')],
    ['a JSON array after a byte order mark', 'json', Buffer.from('\ufeff[1]')],
    ['JSON after much white space', 'json', Buffer.from(`${' '.repeat(200_000)}true`)],
    ['JSON scalars', 'json', Buffer.from('-1')],
    ['JSON in UTF-16', 'json', utf16le('{"a":1}')],
    ['XML', 'xml', Buffer.from('<?xml version="1.0"?><a/>')],
    ['XML in UTF-16', 'xml', utf16be('\r\n<a/>')],
    ['YAML', 'yml', Buffer.from('a: [1]\n')],
    ['a recording', 'cast', Buffer.from('{"version":2}\n[1,"o","\\u0000\\u001b"]\n')],
    ['a typescript', 'typescript', Buffer.from('Script started\n\u000e\u0000\u0001')],
    ['times', 'timing', Buffer.from('0.1 7\n')],
  ];
  for (const [what, extension, bytes] of texts) {
    it(`takes ${what} as .${extension}, however it is cut`, () => {
      for (const size of chunkSizes) inspect(extension, bytes, size);
    });
  }

  const notTexts: [what: string, extension: string, bytes: Buffer][] = [
    ['NUL', 'txt', Buffer.from('a\u0000b')],
    ['NUL far behind', 'txt', Buffer.from(`${filler}${filler}\u0000`)],
    ['a control character', 'log', Buffer.from('a\u0001b')],
    ['Latin-1', 'txt', Buffer.from('été', 'latin1')],
    ['invalid UTF-8 far behind', 'md', Buffer.concat([Buffer.from(filler), Buffer.from([0xff])])],
    ['a character cut off at the end', 'txt', Buffer.from('é').subarray(0, 1)],
    ['a surrogate in UTF-8', 'txt', Buffer.from([0x61, 0xed, 0xa0, 0x80])],
    ['overlong UTF-8', 'txt', Buffer.from([0xc0, 0xaf])],
    ['UTF-16 without a byte order mark', 'txt', Buffer.from('abc', 'utf16le')],
    ['UTF-16 with an odd byte', 'txt', Buffer.concat([utf16le('abc'), Buffer.from('a')])],
    ['UTF-16 with a lone surrogate', 'txt', utf16le('a\ud800b')],
    ['UTF-16 that ends in a high surrogate', 'txt', utf16le('a\ud800')],
    ['UTF-16 with a lone low surrogate', 'txt', utf16le('a\udc00b')],
    ['UTF-32', 'txt', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['a PDF', 'txt', samples.pdf],
    ['a GIF of plain characters', 'txt', Buffer.from('GIF89a plain')],
    ['a program', 'txt', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
    ['JSON that begins with a letter', 'json', Buffer.from('hello')],
    ['JSON of white space only', 'json', Buffer.from(' \n ')],
    ['XML that begins with text', 'xml', Buffer.from('hello <a/>')],
    ['a recording with NUL', 'cast', Buffer.from('{"version":2}\n[1,"o","\u0000"]')],
    ['a recording that begins with text', 'cast', Buffer.from('hello')],
    ['a typescript in Latin-1', 'typescript', Buffer.from('été', 'latin1')],
    ['a PDF as a typescript', 'typescript', samples.pdf],
  ];
  for (const [what, extension, bytes] of notTexts) {
    it(`refuses ${what} as .${extension}, however it is cut`, () => {
      for (const size of chunkSizes) assert.throws(() => inspect(extension, bytes, size), refused);
    });
  }

  it('finds a control character at every place of a chunk that begins anywhere', () => {
    const whole = Buffer.alloc(64, 'x');
    for (let start = 0; start < 8; start += 1) {
      for (let place = 0; place < 24; place += 1) {
        const bytes = whole.subarray(start, start + 24);
        bytes[place] = 0x1f;
        assert.throws(() => inspect('txt', bytes, 64), refused);
        bytes[place] = 0x20;
        inspect('txt', bytes, 64);
      }
    }
  });

  const notWhatTheySay: [what: string, extension: string, bytes: Buffer][] = [
    ['a Matroska file', 'webm', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex')],
    ['a QuickTime file', 'mp4', Buffer.from('\u0000\u0000\u0000\u0014ftypqt  ', 'latin1')],
    ['an AVIF image', 'mp4', Buffer.from('\u0000\u0000\u0000\u0014ftypavif', 'latin1')],
    ['a WAVE file', 'webp', Buffer.from('RIFF\u0001\u0001\u0001\u0001WAVE', 'latin1')],
    ['too few bytes', 'png', samples.png.subarray(0, 7)],
    ['text', 'zip', Buffer.from('PK is not enough')],
  ];
  for (const [what, extension, bytes] of notWhatTheySay) {
    it(`refuses ${what} as .${extension}`, () =>
      assert.throws(() => inspect(extension, bytes, 64 * 1024), refused));
  }

  it('finds no signature in a text', () => assert.equal(detectFormat(Buffer.from('hello')), null));
});
