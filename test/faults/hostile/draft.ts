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

export function longText(random: Random): string {
  // The longest texts are rare, because they slow down a round the most.
  const size = sizes[Math.min(random.below(sizes.length), random.below(sizes.length))] as number;
  const unit = random.pick(units);
  return unit.repeat(Math.ceil(size / unit.length));
}

export function nested(random: Random): Json {
  let value: Json = 1;
  const depth = random.pick([20, 63, 64, 65, 500]);
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export const hostileValues: ((random: Random) => Json)[] = [
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
export function placesIn(value: Json, put: (json: Json) => void, into: ((json: Json) => void)[]): void {
  into.push(put);
  if (into.length > 200 || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    placesIn(inner, (json) => ((value as Record<string, Json>)[name] = json), into);
  }
}

export function textOf(draft: Draft): string {
  return draft.body?.toString('latin1') ?? Buffer.from(JSON.stringify(draft.value ?? {})).toString('latin1');
}

export function sendText(draft: Draft, text: string): void {
  draft.body = Buffer.from(text, 'latin1');
  if (!draft.headers.some(([name]) => name === 'Content-Type')) {
    draft.headers.push(['Content-Type', 'application/json']);
  }
}

export function setHeader(draft: Draft, name: string, ...values: readonly string[]): void {
  draft.headers = draft.headers.filter((header) => header[0] !== name);
  for (const value of values) draft.headers.push([name, value]);
}

export function withQuery(draft: Draft, query: string): void {
  draft.target += (draft.target.includes('?') ? '&' : '?') + query;
}
