import { IntlMessageFormat } from 'intl-messageformat';

/**
 * Messages of the server in another language, keyed by their English text. The code contains the English text, because messages
 * cross threads and are stored.
 */
export type ProblemWords = Readonly<Record<string, string>>;

type Pattern = { pattern: RegExp; piece: string; translated: string };

/**
 * Takes messages and their language (BCP 47); returns a function that translates an English message, including any message
 * inserted in it. A text that matches no message stays unchanged.
 */
export function createProblemTranslator(words: ProblemWords, language: string): (english: string) => string {
  // Built for the first message that needs patterns, because startup must be fast.
  let patterns: readonly Pattern[] | null = null;
  const plurals = new Map<string, IntlMessageFormat>();
  const fill = (translated: string, values: readonly string[]): string => {
    if (!plural.test(translated))
      return translated.replace(/\{(\d)\}/g, (_, place) => values[Number(place) - 1] ?? '');
    const message = plurals.get(translated) ?? new IntlMessageFormat(translated, language);
    plurals.set(translated, message);
    return String(message.format(Object.fromEntries(values.map((value, at) => [at + 1, toNumber(value)]))));
  };
  const translate = (english: string): string => {
    if (english.length > longest) return english;
    if (Object.hasOwn(words, english)) return words[english] as string;
    patterns ??= listPatterns(words);
    for (const { pattern, piece, translated } of patterns) {
      // This check is faster than the pattern.
      if (!english.includes(piece)) continue;
      const found = pattern.exec(english);
      if (found !== null) return fill(translated, found.slice(1).map(translate));
    }
    return english;
  };
  return translate;
}

/** Translates a message that may follow the name of its field. */
export function translateBehindField(english: string, translate: (english: string) => string): string {
  const translated = translate(english);
  const [, field, ofField] = /^([\w.]+): (.+)$/.exec(translated === english ? english : '') ?? [];
  return ofField === undefined ? translated : `${field}: ${translateBehindField(ofField, translate)}`;
}

/** Longer messages contain long values, for which patterns would be slow. */
const longest = 600;
const placeholder = /\{\d\}/;
const plural = /\{\d, plural,/;
const toLiteral = (english: string): string => english.replace(/\{\d\}/g, '');

function listPatterns(words: ProblemWords): Pattern[] {
  return Object.entries(words)
    .filter(([english]) => placeholder.test(english))
    .sort(([one], [other]) => toLiteral(other).length - toLiteral(one).length)
    .map(([english, translated]) => ({ ...toPattern(english, translated), translated }));
}

/** A value that decides a plural in the translation is a number in the English text. */
function toPattern(english: string, translated: string): Pick<Pattern, 'pattern' | 'piece'> {
  const pieces = english.split(placeholder);
  const source = pieces
    .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .reduce((before, piece, at) => {
      const value = translated.includes(`{${at}, plural,`) ? '(\\d[\\d,]*)' : '(.*?)';
      return `${before}${value}${piece}`;
    });
  return {
    pattern: new RegExp(`^${source}$`),
    piece: pieces.reduce((long, piece) => (piece.length > long.length ? piece : long)),
  };
}

/** A count in English notation, with or without thousands separators, as a number; any other text unchanged. */
function toNumber(value: string): number | string {
  return /^\d+(?:,\d{3})*$/.test(value) ? Number(value.replaceAll(',', '')) : value;
}
