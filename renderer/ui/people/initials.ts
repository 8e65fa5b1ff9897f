import { toVisibleText } from '../../../domain/visible-text.ts';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letters of the first and the last word of a name. */
export function toInitials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return toVisibleText(
    ends.map((word = '') => [...letters.segment(word)][0]?.segment.toUpperCase() ?? '').join(''),
  );
}
