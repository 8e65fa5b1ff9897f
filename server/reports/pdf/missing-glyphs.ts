/**
 * Counts the characters in the content of a page that no typeface has: Chromium writes glyphs as numbers of two bytes, or of one in
 * typefaces of pictures, and 0 is the box that is drawn instead.
 */
export function countMissingGlyphs(content: string): number {
  let count = 0;
  for (const [, glyphs = ''] of content.matchAll(/<([\dA-F]+)> Tj$/gm)) {
    if (glyphs === '00') count += 1;
    if (glyphs.length % 4 !== 0) continue;
    for (let at = 0; at < glyphs.length; at += 4) if (glyphs.startsWith('0000', at)) count += 1;
  }
  return count;
}
