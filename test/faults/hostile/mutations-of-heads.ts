import { type Mutation, setHeader, withQuery } from './draft.ts';

export const mutationsOfHeads: readonly Mutation[] = [
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
