import assert from 'node:assert/strict';
import test from 'node:test';
import { C2Error } from './adapter.ts';
import { defaultLimits } from './limits.ts';
import { decodeChunk, OutputText, pickTechniqueIds, toKeepableText, toUtcTime } from './text.ts';

test('times become ISO UTC with milliseconds, or null', () => {
  const table: [given: string | null | undefined, expected: string | null][] = [
    ['2026-03-02T09:41:07.123456', '2026-03-02T09:41:07.123Z'],
    ['2026-03-02T09:41:07.999999', '2026-03-02T09:41:07.999Z'],
    ['2026-03-02T09:41:07.5', '2026-03-02T09:41:07.500Z'],
    ['2026-03-02T09:41:07', '2026-03-02T09:41:07.000Z'],
    ['2026-03-02T09:41:07Z', '2026-03-02T09:41:07.000Z'],
    ['2026-03-02 09:41:07', '2026-03-02T09:41:07.000Z'],
    ['2026-03-02T09:41:07+02:00', '2026-03-02T07:41:07.000Z'],
    ['2026-03-02T00:10:00.25-0530', '2026-03-02T05:40:00.250Z'],
    ['2026-03-02 09:41:07+00', '2026-03-02T09:41:07.000Z'],
    ['2026-02-30T09:41:07', null],
    ['2026-03-02T24:00:01', null],
    ['2026-03-02', null],
    ['yesterday', null],
    ['', null],
    [null, null],
    [undefined, null],
  ];
  for (const [given, expected] of table) assert.equal(toUtcTime(given), expected, String(given));
});

test('text keeps markup and control characters, and loses what a database refuses', () => {
  assert.equal(toKeepableText('<b>\x1b[31m\u0007</b>\r\n'), '<b>\x1b[31m\u0007</b>\r\n');
  assert.equal(toKeepableText('a\0b\ud800c'), 'a\uFFFDb\uFFFDc');
  assert.equal(toKeepableText('ab😀', 3), 'ab\uFFFD');
});

test('technique ids are told from other names', () => {
  assert.deepEqual(
    pickTechniqueIds([
      'T1059',
      'auto-generated',
      'T1059.001',
      null,
      undefined,
      'T1059',
      'TA0001',
      ' T1564.001\n',
    ]),
    ['T1059', 'T1059.001', 'T1564.001'],
  );
});

test('a chunk is base64 in lines, or the text itself', () => {
  assert.equal(decodeChunk('aGFyYm91\ncg==\n').toString(), 'harbour');
  assert.equal(decodeChunk('').length, 0);
  assert.equal(decodeChunk('no base64: é\r\n').toString(), 'no base64: é\r\n');
});

test('pieces that split characters become one text', () => {
  const whole = 'prix : 12 € – 給与 🍑\0 end';
  const bytes = Buffer.from(whole);
  for (let size = 1; size <= 5; size++) {
    const output = new OutputText(1_000);
    for (let at = 0; at < bytes.length; at += size) output.add(bytes.subarray(at, at + size));
    assert.equal(output.text(), whole.replace('\0', '\uFFFD'));
  }
});

test('invalid and unfinished sequences are replaced as in one decoding of the whole', () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82, 0x63, 0xf0, 0x9f]);
  const output = new OutputText(1_000);
  for (const byte of bytes) output.add(Buffer.from([byte]));
  assert.equal(output.text(), bytes.toString('utf8'));
});

test('output of 64 MiB passes, and one byte more is too large', () => {
  const output = new OutputText(defaultLimits.outputBytes);
  const block = Buffer.alloc(16 * 1024 * 1024, 'x');
  for (let n = 0; n < 4; n++) output.add(block);
  assert.equal(output.bytes, 64 * 1024 * 1024);
  assert.throws(
    () => output.add(Buffer.from('y')),
    (error) => error instanceof C2Error && error.reason === 'too_large',
  );
});
