import { hostileValues, type Mutation, placesIn, sendText, setHeader, textOf } from './draft.ts';
import type { Json } from './grammar.ts';

export const mutationsOfBodies: readonly Mutation[] = [
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
