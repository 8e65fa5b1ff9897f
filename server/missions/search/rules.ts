/** A text in searchable form: lower case, in one line. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('\n', ' ');
}

/** Searchable text: the name of a test in the first line, then a line for each id of its tags. */
export function toWords(name: string, externalIds: readonly string[]): string {
  return `${foldText(name)}\n${externalIds.map(foldText).join('\n')}`;
}

/** The ranks of matches, best first: the whole name, its beginning, any other part of the name or an id. */
export const ranks = [0, 1, 2] as const;
export type Rank = (typeof ranks)[number];

/** Whether the searchable text of a test has this catalogue entry in lower case, or one below it. */
export function isAbout(words: string, entry: string): boolean {
  return `${words}\n`.includes(`\n${entry}\n`) || words.includes(`\n${entry}.`);
}

/** Rank of a folded text within a test's searchable text; null without a match. */
export function rankMatch(words: string, wanted: string): Rank | null {
  const place = words.indexOf(wanted);
  if (place === -1) return null;
  if (place > 0) return 2;
  return words[wanted.length] === '\n' ? 0 : 1;
}
