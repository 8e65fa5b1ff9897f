import { toVisibleText } from '../visible-text.ts';

/** In units of the font size, slightly wider than in common fonts, so that overestimated text still fits. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/\p{M}|\p{Cf}/u, 0],
  [/[ijl.,:;'|!I ]/u, 0.32],
  [/[ftr()[\]{}/\\"*-]/u, 0.42],
  [/[mwMW@%—]/u, 0.92],
  [/[A-Z&]/u, 0.72],
  [/[!-~\p{Script=Latin}]/u, 0.63],
  [/[\u0250-\u10ff\u2000-\u2bff]/u, 0.72],
];
/** For all other characters: most of them fill a square. */
const widest = 1.05;

function widthOfCharacter(character: string): number {
  return widths.find(([of]) => of.test(character))?.[1] ?? widest;
}

/** Takes a text, returns it as one line without hidden or reordering characters. */
export function toLine(text: string): string {
  return toVisibleText(text).replace(/\s+/g, ' ');
}

/** Takes a text and its font size, returns its approximate width. It can't be measured, because there may be no page. */
export function measureText(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width * size;
}

/** Takes a text, returns as much of it as fits, with an ellipsis if it is cut. */
export function fitText(text: string, size: number, most: number): string {
  if (measureText(text, size) <= most) return text;
  const room = most - measureText('…', size);
  let width = 0;
  let fitting = '';
  for (const character of text) {
    width += widthOfCharacter(character) * size;
    if (width > room) break;
    fitting += character;
  }
  return `${fitting.trimEnd()}…`;
}

/** Takes a text, returns it in lines that fit; a word that is too long for one is cut. */
export function wrapText(text: string, size: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && measureText(longer, size) <= most) lines[lines.length - 1] = longer;
    else lines.push(fitText(word, size, most));
  }
  return lines;
}
