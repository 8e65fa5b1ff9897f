/** A text as searches compare it: in lower case, and in one line. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('\n', ' ');
}

/** Text that a search scans: the name of a test in the first line, then a line for each identifier of its tags. */
export function toWords(name: string, externalIds: readonly string[]): string {
  return `${foldText(name)}\n${externalIds.map(foldText).join('\n')}`;
}

/** The ranks of what is found, best first: the name itself, its beginning, any other part of the name or an identifier. */
export const ranks = [0, 1, 2] as const;
export type Rank = (typeof ranks)[number];

/** Whether the words of a test name this entry of the catalogue in lower case, or something below it. */
export function isAbout(words: string, entry: string): boolean {
  return `${words}\n`.includes(`\n${entry}\n`) || words.includes(`\n${entry}.`);
}

/** How well the words of a test match a folded text; null when they do not. */
export function rankMatch(words: string, wanted: string): Rank | null {
  const place = words.indexOf(wanted);
  if (place === -1) return null;
  if (place > 0) return 2;
  return words[wanted.length] === '\n' ? 0 : 1;
}
