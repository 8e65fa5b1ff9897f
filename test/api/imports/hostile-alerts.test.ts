import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AlertFormat, alertFormats } from '../../../domain/alerts.ts';
import { type Random, randomFrom } from '../../faults/random.ts';
import { alertMarks, alertRows, tableColumns } from '../../support/interchange/alert-rows.ts';
import { bodyOf, newMission, told } from '../../support/missions/factories.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

// Each format, mangled in 25 ways.

const seed = Number(process.env.DAMSON_SEED ?? 20260901);

/** A file, and the number of alerts it has whatever their fields are; null where it may be refused. */
type Hostile = { content: string | Buffer; alerts: number | null };
type Row = Record<string, unknown>;
type Path = readonly (string | number)[];
type Given = { format: AlertFormat; random: Random; row: (id?: string) => Row };

const json = (rows: readonly unknown[]): string => JSON.stringify(rows);
const lines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** Places of a row that are no marks of its format, with what is inside objects and lists. */
function placesOf(value: unknown, marks: readonly string[], at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): Path[] => {
    const here = [...at, Array.isArray(value) ? Number(name) : name];
    const own = marks.includes(name) ? [] : [here];
    return [...own, ...placesOf(inner, marks, here)];
  });
}

function put(row: Row, [step, ...rest]: Path, value: unknown): Row {
  const copy = (Array.isArray(row) ? [...row] : { ...row }) as Row;
  const name = String(step);
  copy[name] = rest.length === 0 ? value : put(copy[name] as Row, rest, value);
  return copy;
}

/** A row for each place, with these values there in turn. */
function inEachPlace({ format, row }: Given, values: readonly unknown[], write = json): Hostile {
  const places = placesOf(row('0'), alertMarks[format]);
  const rows = places.flatMap((place, index) => put(row(`p${index}`), place, values[index % values.length]));
  return { content: write(rows), alerts: rows.length };
}

const hellDates = [
  '0000-00-00T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '1e400',
  '99999999999999999999999',
  -1,
  Number.MAX_SAFE_INTEGER,
  '12/31/2026, 13:00:00.000 PM',
  'Foo 99, 2026 @ 99:99:99.999',
  '2026-09-01T08:00:00+99:99',
  '٢٠٢٦-٠٩-٠١T٠٨:٠٠:٠٠Z',
  'NaN',
  '',
];

const ways: Readonly<Record<string, (given: Given) => Hostile>> = {
  'cut short': ({ random, row }) => {
    const whole = json([row(), row()]);
    return { content: whole.slice(0, 1 + random.below(whole.length - 1)), alerts: null };
  },
  'cut short between lines': ({ random, row }) => {
    const whole = lines([row(), row(), row()]);
    return { content: whole.slice(0, random.below(whole.length)), alerts: null };
  },
  'nested in a field': (given) =>
    inEachPlace(given, [JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`), { a: { a: { a: {} } } }]),
  'nested too deeply': ({ row }) => ({
    content: `[${JSON.stringify(row())},${'['.repeat(50_000)}${']'.repeat(50_000)}]`,
    alerts: null,
  }),
  'open without an end': ({ row }) => ({
    content: `${json([row()])}${'{"a":'.repeat(50_000)}`,
    alerts: null,
  }),
  'huge strings': (given) => inEachPlace(given, ['x'.repeat(300_000), `T1033 ${'y'.repeat(200_000)}`]),
  'huge lists': (given) => inEachPlace(given, [Array.from({ length: 5000 }, (_, index) => `a${index}`)]),
  NUL: (given) => inEachPlace(given, ['\u0000', 'ws\u0000 01', 'a\u0000b\u0001c']),
  'bidirectional marks': (given) =>
    inEachPlace(given, ['\u202etxt.exe', 'ws\u200b01', '\u2066x\u2069\ufeff']),
  'lone surrogates': (given) => inEachPlace(given, ['a\ud800b', '\udc00', '\ud83d']),
  'UTF-16 without a mark': ({ row }) => ({
    content: Buffer.from(lines([row(), row('b')]), 'utf16le'),
    alerts: 2,
  }),
  'UTF-16 with a mark': ({ row }) => ({
    content: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json([row()]), 'utf16le')]),
    alerts: 1,
  }),
  'Latin 1': ({ row }) => ({
    content: Buffer.from(json([{ ...row(), x: 'Müller' }]), 'latin1'),
    alerts: null,
  }),
  'UTF-32': ({ row }) => ({
    content: Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, 0]),
      Buffer.from([...json([row()])].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0])),
    ]),
    alerts: null,
  }),
  nothing: (given) => inEachPlace(given, [null, '', '-', 'n/a', 'None', [], {}]),
  'the same alert fifty times': ({ row, random }) => ({
    content: lines(Array.from({ length: 50 }, () => ({ ...row('same'), more: random.unit() }))),
    alerts: 1,
  }),
  'dates from hell': (given) => {
    const places = placesOf(given.row('0'), alertMarks[given.format]);
    const times = places.filter((place) => /time|date/i.test(String(place.at(-1))));
    const rows = times.flatMap((place, at) =>
      hellDates.map((date, index) => put(given.row(`d${at}-${index}`), place, date)),
    );
    return { content: json(rows), alerts: rows.length };
  },
  formulas: (given) =>
    inEachPlace(given, [
      "=cmd|' /C calc'!A0",
      '@SUM(1+1)',
      '+1',
      '-2+3',
      '\t=1',
      '"><script>alert(1)</script>',
    ]),
  numbers: (given) => inEachPlace(given, [1e308, -1, 0.1, 4294967296, 0]),
  'yes and no': (given) => inEachPlace(given, [true, false]),
  lists: (given) => inEachPlace(given, [[[]], [null, 1, 'a', {}], [[['a']]]]),
  objects: (given) => inEachPlace(given, [{ a: 1 }, { toString: 1 }, { length: -1, constructor: null }]),
  prototypes: ({ row }) => ({
    content: `[${JSON.stringify(row()).slice(0, -1)},"__proto__":{"source":"x"},"constructor":{"prototype":{}},"toString":"1","hasOwnProperty":null}]`,
    alerts: 1,
  }),
  'ten thousand fields': ({ row }) => ({
    content: json([
      { ...row(), ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, n])) },
    ]),
    alerts: 1,
  }),
  'flipped bytes': ({ row, random }) => {
    const bytes = Buffer.from(lines([row(), row('b'), row('c')]));
    for (let flips = 0; flips < 6; flips += 1) bytes[random.below(bytes.length)] = random.below(256);
    return { content: bytes, alerts: null };
  },
};

let server: TestServer;
let soc: Person;
let members: Person[];
before(async () => {
  server = await startTestServer();
  soc = await server.newPerson('soc');
  members = [soc];
});
after(() => server.close());

function upload(path: string, content: string | Buffer, format: AlertFormat): Promise<Answer> {
  const form = new FormData();
  if (format === 'table') form.set('choices', JSON.stringify({ columns: tableColumns }));
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'alerts.json');
  return soc.client.request('POST', `${path}/alerts/files`, { raw: form });
}

describe(`hostile files of alerts (seed ${seed})`, () => {
  it('are 350', () => assert.equal(alertFormats.length * Object.keys(ways).length, 350));

  for (const [index, format] of alertFormats.entries()) {
    for (const [number, [way, make]] of Object.entries(ways).entries()) {
      it(`${format}: ${way}`, async () => {
        const { id } = await newMission(server.admin.client, { members, tests: 0 });
        const path = `/api/v1/missions/${id}`;
        const random = randomFrom(seed + index * 100 + number);
        const given = { format, random, row: (row = 'a') => alertRows[format](row) };
        const { content, alerts } = make(given);
        const list = async () => bodyOf(await soc.client.get(`${path}/alerts?limit=3`), 200);
        const answer = await upload(path, content, format);
        if (answer.status !== 200) {
          assert.equal(alerts, null, JSON.stringify(answer.body));
          assert.deepEqual(told(answer), [422, 'invalid', 'file']);
          assert.equal((await list()).total, 0);
          return;
        }
        const { received } = answer.body;
        assert.deepEqual([answer.body.format, answer.body.same, answer.body.differs], [format, 0, 0]);
        if (alerts !== null) assert.equal(received, alerts, JSON.stringify(answer.body));
        const { items, total } = await list();
        assert.equal(total, received);
        if (number % 5 === index % 5) {
          const again = bodyOf(await upload(path, content, format), 200);
          assert.deepEqual([again.received, again.same, again.differs], [0, received, 0]);
        }
        for (const { id: one } of items) {
          const { raw } = bodyOf(await soc.client.get(`${path}/alerts/${one}`), 200);
          assert.ok(raw.length > 0);
        }
      });
    }
  }
});
