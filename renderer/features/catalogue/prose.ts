export type Piece = { text: string; isCode: boolean };

/**
 * The prose of an ATT&CK description as plain paragraphs: links become their text, citations are removed, and code becomes
 * separate pieces. Nothing is interpreted as markup. Takes linear time, whatever the bundle contains.
 */
export function parseParagraphs(description: string): Piece[][] {
  return dropCitations(description)
    .replace(/\[([^\][]+)\]\(https?:\/\/[^()\s]*\)/g, '$1')
    .split(/\n\s*\n|<br\s*\/?>\s*<br\s*\/?>/i)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(splitPieces);
}

const citation = '(Citation: ';
/** A name in a citation can have parentheses, but not nested ones. */
const deepestCitation = 2;

/**
 * Removes citations and the spaces before them. A regular expression would scan to the end of the text for each of many openings.
 */
function dropCitations(text: string): string {
  const open: { at: number; depth: number }[] = [];
  const found: { from: number; to: number }[] = [];
  for (const { 0: parenthesis, index } of text.matchAll(/[()]/g)) {
    if (parenthesis === '(') {
      open.push({ at: index, depth: 1 });
      continue;
    }
    const closed = open.pop();
    if (closed === undefined) continue;
    const outer = open.at(-1);
    if (outer !== undefined) outer.depth = Math.max(outer.depth, closed.depth + 1);
    if (closed.depth > deepestCitation || !text.startsWith(citation, closed.at)) continue;
    while ((found.at(-1)?.from ?? -1) > closed.at) found.pop();
    found.push({ from: closed.at, to: index + 1 });
  }
  let kept = '';
  let end = 0;
  for (const { from, to } of found) {
    kept += text.slice(end, from).trimEnd();
    end = to;
  }
  return kept + text.slice(end);
}

/** Text between <code> and the next </code> is code; an unpaired tag is text. */
function splitPieces(paragraph: string): Piece[] {
  const parts = paragraph.split(/(<\/?code>)/i);
  const lastEnd = parts.findLastIndex((part, index) => index % 2 === 1 && part.startsWith('</'));
  const pieces: Piece[] = [{ text: '', isCode: false }];
  for (const [index, part] of parts.entries()) {
    const piece = pieces.at(-1) as Piece;
    const isTag = index % 2 === 1;
    const turns = isTag && part.startsWith('</') === piece.isCode && (piece.isCode || index < lastEnd);
    if (turns) pieces.push({ text: '', isCode: !piece.isCode });
    else piece.text += part;
  }
  return pieces.filter(({ text }) => text !== '');
}
