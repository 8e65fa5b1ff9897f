import { compareLists } from '../text/compare-lists.ts';

/**
 * Takes two versions of a text, returns one with every line of both: common lines once, and where they differ `theirs` before
 * `mine`.
 */
export function mergeTexts(theirs: string, mine: string): string {
  return compareLists(theirs.split('\n'), mine.split('\n'))
    .flatMap(({ items }) => items)
    .join('\n');
}
