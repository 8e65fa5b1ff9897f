import { compareLists } from '../text/compare-lists.ts';

/**
 * Takes two versions of a text, returns one that has every line of both: what they have in common stands in it once, and where
 * they differ `theirs` comes before `mine`.
 */
export function mergeTexts(theirs: string, mine: string): string {
  return compareLists(theirs.split('\n'), mine.split('\n'))
    .flatMap(({ items }) => items)
    .join('\n');
}
