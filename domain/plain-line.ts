/** Characters of a text read as Markdown; a longer one stays as it was typed. */
export const longestMarkdown = 50_000;

const plain = /^\p{L}[^\p{Cc}\\`*_~[\]<>&|]*$/u;

/**
 * Whether a text is a line without any Markdown. Most texts are: finding that out with the parser is the longest part of a long
 * report, and a page need not load the parser for it.
 */
export function isPlainLine(text: string): boolean {
  return plain.test(text);
}
