import { longestRedDetail } from '../domain/limits.ts';

/** Caption of a file with the whole of a cut text. */
export const wholeCaption = 'The whole of a text that was too long for its field';

/** Takes a text and the most characters of its field, returns it cut, with its full length; a short one only has room for a mark. */
export function cutText(whole: string, most: number): string {
  if (most <= longestRedDetail) return `${withoutHalf(whole.trimStart().slice(0, most - 1))}…`;
  const mark = `\n[… cut: ${whole.length.toLocaleString('en')} characters in all]`;
  return `${withoutHalf(whole.slice(0, most - mark.length))}${mark}`;
}

/** Cutting can leave half of a surrogate pair at the end. */
function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
