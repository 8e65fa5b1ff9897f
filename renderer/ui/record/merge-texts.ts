import { compareLists } from '../text/compare-lists.ts';

/**
 * Takes two versions of a text, returns one with all lines of both: common lines once, and at differences `theirs` before `mine`.
 */
export function mergeTexts(theirs: string, mine: string): string {
  return compareLists(theirs.split('\n'), mine.split('\n'))
    .flatMap(({ items }) => items)
    .join('\n');
}
