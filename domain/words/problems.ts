/**
 * Messages of refusals in another language, by their English. English stands in the code that refuses, as a refusal crosses threads
 * and is stored; its text is the key.
 */
export type ProblemWords = Readonly<Record<string, string>>;

type Pattern = { pattern: RegExp; translated: string };

/** Takes messages of refusals; returns what translates the English of one. A text that no message fits stays as it is. */
export function createProblemTranslator(words: ProblemWords): (english: string) => string {
  const patterns = Object.entries(words)
    .filter(([english]) => placeholder.test(english))
    .sort(([one], [other]) => toLiteral(other).length - toLiteral(one).length)
    .map(([english, translated]): Pattern => ({ pattern: toPattern(english), translated }));
  const translate = (english: string): string => {
    if (english.length > longest) return english;
    if (Object.hasOwn(words, english)) return words[english] as string;
    for (const { pattern, translated } of patterns) {
      const found = pattern.exec(english);
      if (found === null) continue;
      const values = found
        .slice(1)
        .map((value) => (Object.hasOwn(words, value) ? (words[value] as string) : value));
      return translated.replace(/\{(\d)\}/g, (_, place) => values[Number(place) - 1] ?? '');
    }
    return english;
  };
  return translate;
}

/** Longer ones hold long values, on which patterns would take long. */
const longest = 600;
const placeholder = /\{\d\}/;
const toLiteral = (english: string): string => english.replace(/\{\d\}/g, '');

function toPattern(english: string): RegExp {
  const parts = english.split(/\{\d\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}$`);
}
