import { IntlMessageFormat } from 'intl-messageformat';
import type { AnyKey } from './en/all.ts';
import type { MessageValues } from './message-values.ts';

/** Messages in ICU syntax, by room and name: the key `session.sign_in` means `sign_in` in the room `session`. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A room in another language, with the same keys as in English. */
export type Translated<English> = Readonly<Record<keyof English & string, string>>;

/** `Rich` is the type of values other than text and numbers, and of rendered tags. */
type Given<Rich> = MessageValues<string | number | Rich, (parts: (string | Rich)[]) => Rich>;
/** The values required by a message, as rest parameters. */
export type Filled<Key, Rich> = Key extends keyof Given<Rich> ? [values: Given<Rich>[Key]] : [];

/** Takes the key of a message and its values, returns its text. */
export type Translate<Keys extends AnyKey = AnyKey> = <Key extends Keys>(
  key: Key,
  ...values: Filled<Key, never>
) => string;

/** Takes the key of a message and its values, which may include rich ones; returns its parts in order. */
export type TranslateParts<Rich, Keys extends AnyKey = AnyKey> = <Key extends Keys>(
  key: Key,
  ...values: Filled<Key, Rich>
) => (string | Rich)[];

const syntax = /[{<']/;

/** Takes messages and their language tag (BCP 47), returns functions to look them up. A key without a message throws. */
export function createTranslator(
  catalogue: Catalogue,
  locale: string,
): { translate: Translate; translateParts: TranslateParts<never>; find: (key: string) => string | null } {
  const parsed = new Map<string, IntlMessageFormat>();
  const parse = (key: string, message: string): IntlMessageFormat => {
    const known = parsed.get(key) ?? new IntlMessageFormat(message, locale);
    parsed.set(key, known);
    return known;
  };
  const find = (key: string): string | null => {
    const dot = key.indexOf('.');
    return catalogue[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? null;
  };
  const translateParts = (key: string, values?: unknown): string[] => {
    const message = find(key);
    if (message === null) throw new Error(`There is no message ${key}`);
    if (!syntax.test(message)) return [message];
    const parts = parse(key, message).formatToParts<string>(values as Record<string, string>);
    return parts.map(({ value }) => value);
  };
  return {
    translate: ((key: string, values?: unknown) => translateParts(key, values).join('')) as Translate,
    translateParts: translateParts as TranslateParts<never>,
    find,
  };
}
