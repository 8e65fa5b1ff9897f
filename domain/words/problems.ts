import { IntlMessageFormat } from 'intl-messageformat';

/**
 * Messages of the server in another language, by their English. English stands in the code that says it, as a message crosses threads
 * and is stored; its text is the key.
 */
export type ProblemWords = Readonly<Record<string, string>>;

type Pattern = { pattern: RegExp; piece: string; translated: string };

/**
 * Takes messages and their language (BCP 47); returns what translates the English of one, and what stands in it where that is a message
 * too. A text that no message fits stays as it is.
 */
export function createProblemTranslator(words: ProblemWords, language: string): (english: string) => string {
  // Made with the first message that needs them: a start has to be quick.
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
      // Told sooner than by the pattern.
      if (!english.includes(piece)) continue;
      const found = pattern.exec(english);
      if (found !== null) return fill(translated, found.slice(1).map(translate));
    }
    return english;
  };
  return translate;
}

/** Translates a message that may stand behind the name of the field that it is about. */
export function translateBehindField(english: string, translate: (english: string) => string): string {
  const translated = translate(english);
  const [, field, ofField] = /^([\w.]+): (.+)$/.exec(translated === english ? english : '') ?? [];
  return ofField === undefined ? translated : `${field}: ${translateBehindField(ofField, translate)}`;
}

/** Longer ones hold long values, on which patterns would take long. */
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

/** A value that the translation counts is a number in English. */
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

/** A count as English writes it, with or without a comma for thousands; a text as it is. */
function toNumber(value: string): number | string {
  return /^\d+(?:,\d{3})*$/.test(value) ? Number(value.replaceAll(',', '')) : value;
}
