import type { NamedTest } from '../model.ts';

/** Content of a sentence, field or cell, before a format styles it. Null is empty. */
export type Words =
  | string
  | null
  /** Name chosen by a person, which keeps its own direction. */
  | { name: string }
  /** Verbatim, such as a digest or an id. */
  | { code: string }
  | { strong: string }
  /** A text written by a person, possibly of several paragraphs. */
  | { prose: string }
  | { test: Pick<NamedTest, 'number' | 'name'> }
  | { lines: readonly Words[] }
  | readonly Words[];

/** A label and its value. */
export type Field = readonly [label: string, value: Words];

/** Takes words, returns them as plain text with line breaks. */
export function toText(words: Words): string {
  if (words === null) return '';
  if (typeof words === 'string') return words;
  if ('lines' in words) return listLines(words).map(toText).join('\n');
  if ('test' in words) return `${words.test.number} ${words.test.name}`;
  if ('name' in words) return words.name;
  if ('code' in words) return words.code;
  if ('strong' in words) return words.strong;
  if ('prose' in words) return words.prose.trim();
  return words.map(toText).join('');
}

/** Non-empty lines. */
export function listLines({ lines }: { lines: readonly Words[] }): Words[] {
  return lines.filter(isSaid);
}

/** Non-empty fields. */
export function listSaid(fields: readonly Field[]): Field[] {
  return fields.filter(([, value]) => isSaid(value));
}

function isSaid(words: Words): boolean {
  return toText(words).trim() !== '';
}

/** Takes several words, joins them with a separator. */
export function joinWords(words: readonly Words[], separator: string): Words {
  return words.flatMap((one, index) => (index === 0 ? [one] : [separator, one]));
}

/** Takes names, joins them with a separator. */
export function joinNames(names: readonly string[], separator: string): Words {
  return joinWords(
    names.map((name) => ({ name })),
    separator,
  );
}
