/** Operators that begin a path, and those that paint one; `n` ends it without paint. */
const builds = new Set(['m', 're']);
const paints = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's']);
/** Operators that paint by themselves. */
const places = new Set(['Do', 'sh']);

const begin = '/Artifact BMC';
const end = 'EMC';

/**
 * Takes the content of a page as Chromium writes it, one operator per line, returns it with all that has no tag as artifacts: heads and
 * feet of pages, numbers of contents, marks of lists. Screen readers leave artifacts out, and PDF/UA allows nothing else untagged.
 */
export function markArtifacts(content: string): string {
  const marked: string[] = [];
  let depth = 0;
  /** Lines of a text or a path without a tag. */
  let open: string[] | null = null;
  for (const line of content.split('\n')) {
    const operator = line.slice(line.lastIndexOf(' ') + 1);
    if (open !== null) {
      open.push(line);
      const isPainted = operator === 'ET' || paints.has(operator);
      const isMark = line.endsWith('BDC') || operator === 'BMC';
      if (!isPainted && !isMark && operator !== 'n') continue;
      marked.push(...(isPainted ? [begin, ...open, end] : open));
      open = null;
      if (isMark) depth += 1;
    } else if (line.endsWith('BDC') || operator === 'BMC') {
      depth += 1;
      marked.push(line);
    } else if (operator === end) {
      depth -= 1;
      marked.push(line);
    } else if (depth === 0 && (operator === 'BT' || builds.has(operator))) open = [line];
    else if (depth === 0 && places.has(operator)) marked.push(begin, line, end);
    else marked.push(line);
  }
  return [...marked, ...(open ?? [])].join('\n');
}
