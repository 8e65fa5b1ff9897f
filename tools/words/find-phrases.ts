/** Words that begin a noun clause, which hides the subject of a comment. */
const clause = /^(?:What|Who|Those|Whoever|Whatever)\b/;
const title =
  /\b(?:describe|it|test)\(\s*['"`](?=(?:what|who|those|whose|whom|whoever|whatever)\b)([^'"`]*)/gi;
const comment = /^\s*(?:\{?\/\*\*?|\/\/|\*)\s?(.*)$/;
const opening = /^\s*(?:\{?\/\*\*?|\/\/)/;

/** Phrases that no engineer would use (docs/decisions/22-words.md). */
const banned = /\b(?:what became of|of which it is known|whoever|whatever|somebody)\b/i;

/** Takes a source, returns the comments that begin with a noun clause, with their lines. */
export function findClauses(source: string): { line: number; text: string }[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const text = comment.exec(line)?.[1];
    if (text === undefined || !clause.test(text)) return [];
    // Skips further lines of a comment, which continue a sentence.
    const before = lines[index - 1] ?? '';
    const begins = opening.test(line) ? !/^\s*\/\//.test(before) : /^\s*\/\*\*?\s*$/.test(before);
    return begins ? [{ line: index + 1, text }] : [];
  });
}

/** Takes a source, returns the titles of tests that begin with a noun clause, with their lines. */
export function findTitles(source: string): { line: number; text: string }[] {
  return Array.from(source.matchAll(title), ({ index, 1: text }) => ({
    line: source.slice(0, index).split('\n').length,
    text: text ?? '',
  }));
}

/** Takes a message, returns the banned phrase in it, or null. */
export function findBanned(message: string): string | null {
  return banned.exec(message)?.[0] ?? null;
}
