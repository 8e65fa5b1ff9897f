import type { Random } from '../random.ts';
import type { Json } from './grammar.ts';

/** A request before serialisation. */
export type Draft = {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  /** A value sent as JSON. */
  value?: Json | undefined;
  /** Replacement for the sent body. */
  body?: Buffer | undefined;
  /** Whether the sender announces the body's length. */
  announced: boolean;
  /** Whether a part is missing on purpose, after which the sender ends the connection. */
  cut: boolean;
};

export type Mutation = { name: string; apply: (draft: Draft, random: Random) => void };

const sizes = [201, 2001, 20_000, 200_001, 1_100_000];
/** Characters whose long runs are costly for a careless regular expression or parser. */
const units = ['a', ' ', '(', '%', '\\', '"', '\n', '\u0301', '\u202e', '😀', 'İ', '<a ', '../', '\t'];

function longText(random: Random): string {
  // The longest texts are rare, because they slow down a round the most.
  const size = sizes[Math.min(random.below(sizes.length), random.below(sizes.length))] as number;
  const unit = random.pick(units);
  return unit.repeat(Math.ceil(size / unit.length));
}

function nested(random: Random): Json {
  let value: Json = 1;
  const depth = random.pick([20, 63, 64, 65, 500]);
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const hostileValues: ((random: Random) => Json)[] = [
  () => null,
  () => true,
  () => ({}),
  () => [],
  () => '',
  (random) =>
    random.pick([0, -1, -0, 0.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, Number.MIN_VALUE]),
  (random) => random.pick(['\ud800', 'x\udc00y', '\udfff\ud800']),
  (random) => random.pick(['\0', 'a\0b', '\u001b[2J', '\r\nX-Injected: 1', '\ufeff', '\u2028']),
  longText,
  nested,
  (random) => Array.from({ length: random.pick([201, 5000, 25_000]) }, () => random.pick([1, 'x', null])),
  (random) => random.pick(['constructor', 'toString', '__proto__', 'hasOwnProperty', '$ne', '{{7}}']),
  (random) => random.pick(['1', 'true', 'null', 'NaN', '-1', '9'.repeat(400), '0x10', '1e999']),
  () => ({ toString: 1, valueOf: null, constructor: { prototype: {} } }),
];

/** Every position in a value, with a function to replace it. */
function placesIn(value: Json, put: (json: Json) => void, into: ((json: Json) => void)[]): void {
  into.push(put);
  if (into.length > 200 || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    placesIn(inner, (json) => ((value as Record<string, Json>)[name] = json), into);
  }
}

function textOf(draft: Draft): string {
  return draft.body?.toString('latin1') ?? Buffer.from(JSON.stringify(draft.value ?? {})).toString('latin1');
}

function sendText(draft: Draft, text: string): void {
  draft.body = Buffer.from(text, 'latin1');
  if (!draft.headers.some(([name]) => name === 'Content-Type')) {
    draft.headers.push(['Content-Type', 'application/json']);
  }
}

function setHeader(draft: Draft, name: string, ...values: readonly string[]): void {
  draft.headers = draft.headers.filter((header) => header[0] !== name);
  for (const value of values) draft.headers.push([name, value]);
}

function withQuery(draft: Draft, query: string): void {
  draft.target += (draft.target.includes('?') ? '&' : '?') + query;
}

const ofBodies: Mutation[] = [
  {
    name: 'another value',
    apply(draft, random) {
      const places: ((json: Json) => void)[] = [];
      const put = (json: Json) => {
        draft.value = json;
      };
      placesIn(draft.value ?? {}, put, places);
      random.pick(places)(random.pick(hostileValues)(random));
    },
  },
  {
    name: 'another field',
    apply(draft, random) {
      const { value } = draft;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const name = random.pick(['id', 'role', 'is_active', 'created_at', 'constructor', '\ud800', '\0', '']);
      value[name] = random.pick(hostileValues)(random);
    },
  },
  {
    name: 'broken JSON',
    apply(draft, random) {
      const text = textOf(draft);
      const at = random.below(text.length + 1);
      const junk = [
        '',
        '\0',
        '\xff\xfe',
        '\xef\xbb\xbf',
        ',',
        '}',
        '\\u',
        '"',
        '1e999',
        'NaN',
        '/**/',
        '\xed\xa0\x80',
      ];
      sendText(
        draft,
        random.unit() < 0.4 ? text.slice(0, at) : text.slice(0, at) + random.pick(junk) + text.slice(at),
      );
    },
  },
  {
    name: 'keys twice, and keys of the language',
    apply(draft, random) {
      const more = [
        '"name":1,"name":2',
        '"__proto__":{"role":"admin"}',
        '"a":1e999',
        '"constructor":{"prototype":1}',
      ];
      sendText(
        draft,
        textOf(draft)
          .replace('{', `{${random.pick(more)},`)
          .replace(',}', '}'),
      );
    },
  },
  {
    name: 'nothing but depth or breadth',
    apply(draft, random) {
      const count = random.pick([64, 65, 10_000, 500_000]);
      const texts = [
        '['.repeat(count),
        '{"a":'.repeat(count / 4),
        `[${'[],'.repeat(count / 4)}[]]`,
        ' '.repeat(count),
      ];
      sendText(draft, random.pick(texts));
    },
  },
  {
    name: 'content types',
    apply(draft, random) {
      const types = [
        'text/plain',
        'application/json; charset=utf-16',
        'application/xml',
        '',
        'application/json;;;',
      ];
      types.push(
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'application/json; charset="UTF-8"',
      );
      setHeader(draft, 'Content-Type', random.pick(types));
      if (random.unit() < 0.3)
        setHeader(draft, 'Content-Encoding', random.pick(['gzip', 'br', 'x', 'identity']));
    },
  },
  {
    name: 'lengths that are wrong',
    apply(draft, random) {
      draft.cut = true;
      draft.announced = false;
      const size = draft.body?.length ?? 10;
      const lengths = [String(size + 100), '-1', '1e3', '99999999999999999999', `${size}, ${size}`, ''];
      setHeader(draft, 'Content-Length', ...(random.unit() < 0.2 ? ['3', '4'] : [random.pick(lengths)]));
    },
  },
  {
    name: 'chunks that are wrong',
    apply(draft, random) {
      draft.cut = true;
      draft.announced = false;
      setHeader(
        draft,
        'Transfer-Encoding',
        random.pick(['chunked', 'chunked', 'gzip, chunked', 'x', 'chunked, x']),
      );
      const chunks = [
        '5\r\nhello\r\n',
        'fffffffff\r\n',
        'zz\r\n',
        '0\r\nX: y\r\n\r\n',
        '5;a=b\r\nhello\r\n0\r\n\r\n',
      ];
      draft.body = Buffer.from(random.pick(chunks), 'latin1');
    },
  },
];

const ofHeads: Mutation[] = [
  {
    name: 'parameters',
    apply(draft, random) {
      const more = [
        'limit=1&limit=2',
        'limit=-1',
        'limit=1e9',
        'offset=9007199254740993',
        'offset=1.5',
        'q=%ff%fe',
      ];
      more.push(
        'q=%',
        'q=%00',
        'q[a]=b',
        '__proto__=1',
        'constructor[prototype]=1',
        'q=%ED%A0%80',
        '=',
        '&&&',
        'q',
      );
      more.push(
        `q=${'%25'.repeat(200)}`,
        'q=%5C%25_%22*',
        'q=%22',
        'q=a+OR+b*',
        'q=(((',
        `a=${'b'.repeat(9000)}`,
      );
      more.push(
        Array.from({ length: 1500 }, (_, index) => `p${index}=`).join('&'),
        'since=%',
        'since=-271821-04-20',
      );
      withQuery(draft, random.pick(more));
    },
  },
  {
    name: 'paths',
    apply(draft, random) {
      const parts = draft.target.split('/');
      const at = 1 + random.below(parts.length - 1);
      const odd = [
        '%00',
        '%2e%2e%2f',
        '..',
        '%ff',
        '%',
        '%2F',
        '',
        'x'.repeat(5000),
        '%F0%9F%8D%91',
        ';a=b',
        '*',
        '%5c',
      ];
      odd.push(
        '01900000-0000-7000-8000-00000000DEAD',
        '__proto__',
        'constructor',
        '%C0%AE',
        '0',
        '-1',
        'null',
      );
      parts[at] = random.pick(odd);
      draft.target = parts.join('/');
    },
  },
  {
    name: 'targets',
    apply(draft, random) {
      const { target } = draft;
      const targets = [
        `http://127.0.0.1${target}`,
        '*',
        `/${target}`,
        `${target}/`,
        target.toUpperCase(),
        `${target}#x`,
      ];
      targets.push(
        `\\${target}`,
        target.replaceAll('/', '//'),
        'x',
        `http://[::1${target}`,
        `${target}?`,
        '/',
        '//',
      );
      draft.target = random.pick(targets);
    },
  },
  {
    name: 'methods',
    apply(draft, random) {
      const methods = [
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'get',
        'DELETE',
        'PUT',
        'PATCH',
        'POST',
        'GET',
        'QUERY',
      ];
      draft.method = random.pick([...methods, 'CONNECT', 'FOO', 'M-SEARCH', '']);
      // The parser can't find the end of a request with an unknown method.
      if (/^(CONNECT|FOO|get|)$/.test(draft.method)) draft.cut = true;
    },
  },
  {
    name: 'tokens',
    apply(draft, random) {
      const own = draft.headers.find(([name]) => name === 'Authorization')?.[1] ?? 'Bearer x';
      const tokens = [
        '',
        'Bearer',
        'Bearer ',
        'Basic YTpi',
        `${own}x`,
        own.slice(0, -3),
        own.replace('.', ''),
        `${own}, ${own}`,
      ];
      tokens.push(
        'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
        `Bearer ${'A'.repeat(8000)}`,
        'Bearer ..',
        own.toUpperCase(),
      );
      tokens.push(`Bearer ${'e30.'.repeat(2)}x`, 'Bearer \x80\xff', own.replace('Bearer', 'bearer'));
      setHeader(draft, 'Authorization', ...(random.unit() < 0.1 ? [own, own] : [random.pick(tokens)]));
    },
  },
  {
    name: 'conditions and ranges',
    apply(draft, random) {
      const tags = [
        '*',
        '""',
        'W/"x"',
        '"',
        'x',
        '"2026-01-01T00:00:00.000Z"',
        '"a",'.repeat(500),
        ', ,',
        '"\x80"',
      ];
      const ranges = [
        'bytes=0-',
        'bytes=5-1',
        'bytes=0-0,2-3',
        'bytes=-0',
        'bytes=-1',
        'lines=1',
        'bytes=99999999999999999999-',
      ];
      ranges.push(
        `bytes=${'0-1,'.repeat(800)}0-1`,
        'bytes=',
        'bytes=a-b',
        'bytes = 0-1',
        'bytes=0-1-2',
        'bytes=--1',
      );
      setHeader(
        draft,
        random.pick(['If-Match', 'If-None-Match', 'If-Range', 'If-Modified-Since']),
        random.pick(tags),
      );
      setHeader(draft, 'Range', random.pick(ranges));
    },
  },
  {
    name: 'headers',
    apply(draft, random) {
      const headers: [string, string][] = [
        ['Host', 'evil.example'],
        ['Host', ''],
        ['Host', '127.0.0.1:99999'],
        ['Origin', 'https://evil.example'],
        ['Origin', 'null'],
        ['X-Forwarded-For', '1.2.3.4, '.repeat(300)],
        ['Expect', '100-continue'],
        ['Expect', 'x'],
        ['Upgrade', 'websocket'],
        ['Accept', '*/*;q='.repeat(100)],
        ['Accept-Encoding', 'gzip;q=9, *'],
        ['Cookie', `__proto__=1; ${'a=b; '.repeat(500)}`],
        ['X-HTTP-Method-Override', 'DELETE'],
        ['X-Damson-Launch', 'x'],
        ['Connection', 'close, upgrade, x'],
        ['X-Long', 'x'.repeat(20_000)],
        ['__proto__', 'x'],
        ['User-Agent', '('.repeat(4000)],
        ['User-Agent', `Mozilla/5.0 ${' '.repeat(7000)}x`],
      ];
      const [name, value] = random.pick(headers);
      setHeader(draft, name, value);
      if (random.unit() < 0.1) {
        for (let index = 0; index < 300; index += 1) draft.headers.push([`X-${index}`, 'y']);
      }
    },
  },
  {
    name: 'lines that are no HTTP',
    apply(draft, random) {
      draft.cut = true;
      const lines: [string, string][] = [
        ['X y', 'z'],
        ['', 'z'],
        ['X', 'a\0b'],
        ['X', 'a\r\n folded'],
        ['X', 'a\rb'],
        ['Content-Length ', '3'],
      ];
      draft.headers.push(random.pick(lines));
    },
  },
];

export const mutations: readonly Mutation[] = [...ofBodies, ...ofHeads];
export const mutationsOfHeads: readonly Mutation[] = ofHeads;
