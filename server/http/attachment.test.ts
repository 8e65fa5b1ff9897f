import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ByteRange, makeAttachmentHeader, parseRange } from './attachment.ts';

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
  for (const [name, header] of table)
    it(`names ${name}`, () => assert.equal(makeAttachmentHeader(name), header));
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
    it(`reads ${header}`, () => assert.deepEqual(parseRange(header, size), expected));
  }
});
