import type { NamedTest } from '../model.ts';

/** Content of a sentence, a field or a cell, before a format gives it a look. Null is nothing. */
export type Words =
  | string
  | null
  /** Name that a person chose, which keeps its own direction. */
  | { name: string }
  /** Kept to the letter, as a digest or an id. */
  | { code: string }
  | { strong: string }
  /** A text that somebody has written, of several paragraphs perhaps. */
  | { prose: string }
  | { test: Pick<NamedTest, 'number' | 'name'> }
  | { lines: readonly Words[] }
  | readonly Words[];

/** A label and what stands for it. */
export type Field = readonly [label: string, value: Words];

/** Takes words, returns them as a plain text; lines end with line ends. */
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

/** Lines that say something. */
export function listLines({ lines }: { lines: readonly Words[] }): Words[] {
  return lines.filter(isSaid);
}

/** Fields that say something. */
export function listSaid(fields: readonly Field[]): Field[] {
  return fields.filter(([, value]) => isSaid(value));
}

function isSaid(words: Words): boolean {
  return toText(words).trim() !== '';
}

/** Takes several words, returns them as one, with a separator between. */
export function joinWords(words: readonly Words[], separator: string): Words {
  return words.flatMap((one, index) => (index === 0 ? [one] : [separator, one]));
}

/** Takes names, returns them as one, with a separator between. */
export function joinNames(names: readonly string[], separator: string): Words {
  return joinWords(
    names.map((name) => ({ name })),
    separator,
  );
}
