export type Piece = { text: string; isCode: boolean };

/**
 * The prose of an ATT&CK description as plain paragraphs: links become their words, references to sources are left out,
 * and what is marked as code comes as pieces of its own. Nothing of it is ever markup.
 */
export function paragraphsOf(description: string): Piece[][] {
  return description
    .replace(/\s*\(Citation: [^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
    .replace(/\[([^\][]+)\]\(https?:\/\/[^()\s]*\)/g, '$1')
    .split(/\n\s*\n|<br\s*\/?>\s*<br\s*\/?>/i)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(piecesOf);
}

function piecesOf(paragraph: string): Piece[] {
  // The parts at odd places stand between <code> and </code>.
  return paragraph
    .split(/<code>(.*?)<\/code>/is)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
