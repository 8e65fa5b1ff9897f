/**
 * Name of a saved file: a title without characters that some system treats as more than a name, and an ending. `otherwise` stands in place of a
 * title that leaves no name.
 */
export function toFileName(title: string, ending: string, otherwise: string): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
  const kept = Array.from(name).slice(0, longestFileName).join('').trim();
  return `${kept === '' || isReserved ? otherwise : kept}.${ending}`;
}

/** Of a file's name, in characters: four bytes each and the ending fit the 255 bytes of most systems. */
const longestFileName = 60;
