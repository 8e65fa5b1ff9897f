import { readTexts, type Values } from '../../reading/values.ts';
import type { ListField } from './words.ts';

/** `name|description`; further bars belong to the description. */
export type Pair = { name: string; description: string };

/** Takes a record, returns the entries of one of its lists. */
export function listPairs(record: Values, field: ListField): Pair[] {
  const pairs = readTexts(record, field).map((text) => {
    const bar = text.indexOf('|');
    return bar < 0
      ? { name: text, description: '' }
      : { name: text.slice(0, bar), description: text.slice(bar + 1) };
  });
  return pairs.filter(({ name }) => name !== '');
}

export function describe({ name, description }: Pair): string {
  return description === '' ? name : `${name} (${description})`;
}

/** Takes a record, returns the names of its sources or targets; their descriptions go to `leftover`. */
export function nameAll(
  record: Values,
  field: 'sources' | 'targets',
  label: string,
  leftover: string[],
): string | null {
  const pairs = listPairs(record, field);
  for (const { name, description } of pairs) {
    if (description !== '') leftover.push(`${label} ${name}: ${description}`);
  }
  return pairs.map(({ name }) => name).join(', ') || null;
}

/** Takes a name and a description, returns them as a PurpleOps pair: with one bar. */
export function writePair(name: string, description: string): string {
  const plain = (text: string) => text.replace(/[|\r\n]+/g, ' ');
  return `${plain(name)}|${plain(description)}`;
}
