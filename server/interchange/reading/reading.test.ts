import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ImportRefusal } from '../format.ts';
import { parseCsv } from './csv.ts';
import { parseJson } from './json.ts';
import { decodeBase64, decodeText } from './text.ts';
import { readDay, readEpoch, readSerial, readTime } from './times.ts';
import { findTags, listLeftovers, readField, readNumber, readText, readTexts } from './values.ts';
import { parseYaml } from './yaml.ts';

function refuses(read: () => unknown, why: RegExp): void {
  assert.throws(read, (error: unknown) => error instanceof ImportRefusal && why.test(error.message));
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('texts', () => {
  const texts: [name: string, bytes: Buffer, text: string][] = [
    ['UTF-8', Buffer.from('naïve 🦊'), 'naïve 🦊'],
    ['UTF-8 with a mark', Buffer.from('\ufeffa'), 'a'],
    ['UTF-16, little end first', utf16('naïve 🦊'), 'naïve 🦊'],
    ['UTF-16, big end first', utf16('naïve 🦊').swap16(), 'naïve 🦊'],
    ['nothing', Buffer.from(''), ''],
  ];
  it('reads UTF-16 without a mark, and a NUL among many letters', () => {
    assert.equal(decodeText(Buffer.from('name: ab', 'utf16le')), 'name: ab');
    assert.equal(decodeText(Buffer.from('name: ab', 'utf16le').swap16()), 'name: ab');
    const output = `${'x'.repeat(100)}\0`;
    assert.equal(decodeText(Buffer.from(output)), output);
  });
  for (const [name, bytes, text] of texts) it(`reads ${name}`, () => assert.equal(decodeText(bytes), text));

  const wrong: [name: string, bytes: Buffer, why: RegExp][] = [
    ['Latin-1', Buffer.from('na\u00efve', 'latin1'), /not valid UTF-8; save it as UTF-8/],
    ['UTF-8 that ends within a character', Buffer.from('🦊').subarray(0, 3), /not valid UTF-8/],
    ['half a pair as UTF-8', Buffer.from([0xed, 0xa0, 0x80]), /not valid UTF-8/],
    ['UTF-16 of an odd length', utf16('ab').subarray(0, 5), /not valid UTF-16LE/],
    ['half a pair as UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /not valid UTF-16LE/],
    ['what is full of NULs', Buffer.from('a\0\0b\0\0\0c'), /no text/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), /UTF-32/],
  ];
  for (const [name, bytes, why] of wrong) it(`refuses ${name}`, () => refuses(() => decodeText(bytes), why));

  it('reads base64, also over several lines, and nothing else', () => {
    assert.equal(decodeBase64('aGVs\r\nbG8=')?.toString(), 'hello');
    assert.equal(decodeBase64('')?.toString(), '');
    for (const text of ['hello!', 'a', 'aGVsb', '====']) assert.equal(decodeBase64(text), null, text);
  });
});

describe('JSON', () => {
  it('is read unchanged', () => {
    assert.deepEqual(parseJson('{"a": ["[[{{", 1.5, null, "\\"]"]}'), { a: ['[[{{', 1.5, null, '"]'] });
  });

  it('has keys without inheritance', () => {
    const value = parseJson('{"__proto__": {"name": "x"}}') as Record<string, unknown>;
    assert.equal(readText(value, 'name'), null);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  it('contains only whole characters', () => {
    assert.deepEqual(parseJson('{"a": "\\ud800", "b": "\\ud83e\\udd8a"}'), { a: '\ufffd', b: '🦊' });
  });

  const bad: [name: string, text: string, why: RegExp][] = [
    ['what is none', 'hello', /not valid JSON/],
    ['what ends too early', '{"a": [1', /not valid JSON/],
    ['a text that does not end', '"abc', /not valid JSON/],
    ['nothing', '', /not valid JSON/],
    ['lists in lists', `${'['.repeat(101)}${']'.repeat(101)}`, /deeper than 100/],
    ['objects in objects', '{"a":'.repeat(1e6), /deeper than 100/],
    ['too many values', `[${'{},'.repeat(2e6)}{}]`, /more values/],
  ];
  for (const [name, text, why] of bad) it(`refuses ${name}`, () => refuses(() => parseJson(text), why));
});

describe('YAML', () => {
  const values: [name: string, text: string, values: unknown[]][] = [
    [
      'numbers as they are written',
      'a: 1.10\nb: 0022\nc: 1e999\nd: 0x1F',
      [{ a: '1.10', b: '0022', c: '1e999', d: '0x1F' }],
    ],
    ['truth and nothing', 'a: true\nb: ~\nc:\nd: yes', [{ a: true, b: null, c: null, d: 'yes' }]],
    ['days as texts', 'a: 2026-07-01', [{ a: '2026-07-01' }]],
    ['several documents', 'a: 1\n---\n---\nb: 2\n...\n', [{ a: '1' }, { b: '2' }]],
    ['blocks to the letter', 'a: |\n  x\n   y\n\nb: >-\n  x\n  y\n', [{ a: 'x\n y\n', b: 'x y' }]],
    ['aliases', 'a: &x [1]\nb: *x', [{ a: ['1'], b: ['1'] }]],
    [
      'merge keys',
      'a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3',
      [{ a: { p: '1', q: '2' }, b: { p: '1', q: '3' } }],
    ],
    ['keys that are no texts', '? [a, b]\n: 1\n? true\n: 2', [{ '["a","b"]': '1', true: '2' }]],
    ['explicit texts', 'a: !!str 12', [{ a: '12' }]],
    ['half pairs', 'a: "\\ud800"', [{ a: '\ufffd' }]],
    ['nothing', '', []],
  ];
  for (const [name, text, expected] of values) {
    it(`reads ${name}`, () => assert.deepEqual(parseYaml(text), expected));
  }

  it('has keys without inheritance', () => {
    const [value] = parseYaml('__proto__: {name: x}\nconstructor: y') as [Record<string, unknown>];
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(readField(value, 'name'), undefined);
    assert.equal(readField(value, 'toString'), undefined);
  });

  const layers = [...'bcdefghij'].map((name, index) => {
    const before = Array(9).fill(`*${'abcdefghij'[index]}`);
    return `${name}: &${name} [${before.join(',')}]`;
  });
  const bad: [name: string, text: string, why: RegExp][] = [
    ['tags of a language', 'a: !!python/object/apply:os.system ["id"]', /line 1: Unresolved tag/],
    ['tags of its own', 'a: 1\nb: !secret x', /line 2: Unresolved tag/],
    ['what is none', 'a: [1, 2', /not valid YAML: line 1/],
    ['keys given twice', 'a: 1\nb: 2\na: 3', /line 3: “a” is given twice/],
    ['aliases to nothing', 'a: *x', /alias/],
    ['aliases that lead back', 'a: &x [*x]', /deeper than 100/],
    ['merges that lead back', 'a: &x {<<: *x}', /deeper than 100/],
    ['aliases of aliases', `a: &a [${Array(9).fill('x')}]\n${layers.join('\n')}`, /repeats too much/],
    [
      'a long text many times',
      `a: &a [${Array(1000).fill('x')}]\nb: [${Array(900).fill('*a')}]`,
      /repeats too much/,
    ],
    ['lists in lists', '['.repeat(1e6), /deeper than 100/],
    ['lists in lists, as lines', '- '.repeat(2e4), /deeper than 100/],
    [
      'objects in objects, as lines',
      Array.from({ length: 2e3 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      /deeper than 100/,
    ],
    ['too many words', '- a\n'.repeat(2e5), /more YAML/],
  ];
  for (const [name, text, why] of bad) it(`refuses ${name}`, () => refuses(() => parseYaml(text), why));
});

describe('CSV', () => {
  const tables: [name: string, text: string, rows: string[][]][] = [
    [
      'commas',
      'a,b\r\n"1,""2""",3\r\n',
      [
        ['a', 'b'],
        ['1,"2"', '3'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines within cells',
      'a,b\n"1\n\n2",3',
      [
        ['a', 'b'],
        ['1\n\n2', '3'],
      ],
    ],
    ['short and long rows, and empty lines', 'a,b\n1\n\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
    [
      'blanks and quotes within cells',
      'a,b\n 1 ,say "x"',
      [
        ['a', 'b'],
        [' 1 ', 'say "x"'],
      ],
    ],
    [
      'separators within a quoted head',
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    ['nothing', '', []],
  ];
  for (const [name, text, rows] of tables) it(`reads ${name}`, () => assert.deepEqual(parseCsv(text), rows));

  const bad: [name: string, text: string, why: RegExp][] = [
    ['a quote that does not end', 'a,b\n"1,2\n', /a quote does not end/],
    ['too many cells', ','.repeat(4e6), /more cells/],
    ['too many rows', 'a\n'.repeat(100_002), /more than 100000 rows/],
  ];
  for (const [name, text, why] of bad) it(`refuses ${name}`, () => refuses(() => parseCsv(text), why));
});

describe('times', () => {
  const times: [text: string, at: string | null, hasZone?: boolean][] = [
    ['2026-07-01T10:20:30.123456Z', '2026-07-01T10:20:30.123Z', true],
    ['2026-07-01T10:20:30Z', '2026-07-01T10:20:30.000Z', true],
    ['2026-07-01T10:20:30,5+02:00', '2026-07-01T08:20:30.500Z', true],
    ['2026-07-01 10:20:30 +0530', '2026-07-01T04:50:30.000Z', true],
    ['2026-07-01 10:20:30 UTC', '2026-07-01T10:20:30.000Z', true],
    ['2026-07-01 10:20:30-07', '2026-07-01T17:20:30.000Z', true],
    ['2026-07-01 10:20', '2026-07-01T10:20:00.000Z', false],
    [' 2026-07-01 ', '2026-07-01T00:00:00.000Z', false],
    ['2026-02-29 10:20', null],
    ['2026-07-01 25:00', null],
    ['0000-01-01T00:00:00+10:00', null],
    ['01/07/2026', null],
    ['soon', null],
  ];
  for (const [text, at, hasZone = false] of times) {
    it(`reads “${text}”`, () => assert.deepEqual(readTime(text), at === null ? null : { at, hasZone }));
  }

  it('reads counts since 1970, in seconds and in milliseconds', () => {
    assert.equal(readEpoch(1_782_900_000), '2026-07-01T10:00:00.000Z');
    assert.equal(readEpoch(1_782_900_000_123), '2026-07-01T10:00:00.123Z');
    assert.equal(readEpoch(0), '1970-01-01T00:00:00.000Z');
    for (const count of [1e300, Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(readEpoch(count), null);
  });

  it('reads the numbers of spreadsheets', () => {
    assert.equal(readSerial(46_204.5), '2026-07-01T12:00:00.000Z');
    assert.equal(readSerial(61), '1900-03-01T00:00:00.000Z');
    for (const serial of [0, 60, 2_958_466, Number.NaN]) assert.equal(readSerial(serial), null);
  });

  it('reads days that exist', () => {
    assert.equal(readDay('2028-02-29'), '2028-02-29');
    for (const text of ['2026-02-29', '2026-7-1', '']) assert.equal(readDay(text), null);
  });
});

describe('values', () => {
  it('are read as texts and numbers', () => {
    const values = {
      text: ' a ',
      number: 5,
      flag: false,
      empty: '',
      list: ['a', 1, null, {}],
      huge: 1 / 0,
      word: '12',
    };
    assert.equal(readText(values, 'text'), ' a ');
    assert.equal(readText(values, 'number'), '5');
    assert.equal(readText(values, 'flag'), 'false');
    assert.equal(readText(values, 'empty'), null);
    assert.equal(readText(values, 'list'), null);
    assert.deepEqual(readTexts(values, 'list'), ['a', '1']);
    assert.equal(readNumber(values, 'huge'), null);
    assert.equal(readNumber(values, 'word'), 12);
    assert.deepEqual(listLeftovers(values, ['text', 'number', 'flag', 'list', 'huge']), ['word: 12']);
  });

  it('name techniques and tactics', () => {
    assert.deepEqual(findTags('attack.t1003.001, T1003/001 and TA0005; T10030 XT1059 T1059.0012'), [
      'T1003.001',
      'TA0005',
    ]);
  });
});
