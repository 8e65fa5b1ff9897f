/**
 * Name of a saved file: a title without characters that are special on some system, and an extension. `otherwise` replaces a
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

/** In characters: at four bytes each, with the extension, they fit the 255 bytes of most systems. */
const longestFileName = 60;
