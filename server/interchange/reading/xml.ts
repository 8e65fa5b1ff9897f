import { ImportRefusal } from '../format.ts';

/** Limit of a tag with its attributes, a text between tags, or a comment, in characters. */
const longestToken = 1024 * 1024;

/**
 * Takes XML text, returns its tags. Refuses a token over 1 MiB: the library reads a sheet in chunks and goes back to the start of
 * a token cut off by a chunk, so a long one takes quadratic time. It ends tokens where the library does, and reads each character
 * a fixed number of times.
 */
export function* listTags(xml: string): Generator<string> {
  for (const token of listTokens(xml, 'The workbook has a text or a tag that is longer than can be read')) {
    if (token.charCodeAt(0) === less) yield token;
  }
}

/** Takes XML text, returns its tags and the texts between them, in order. Refuses a token over 1 MiB with this message. */
export function* listTokens(xml: string, tooLong: string): Generator<string> {
  for (let start = 0; start < xml.length; ) {
    const isText = xml.charCodeAt(start) !== less;
    const end = isText ? endOf(xml, '<', start) : findEnd(xml, start);
    if (end - start > longestToken) throw new ImportRefusal(tooLong);
    yield xml.slice(start, end);
    start = isText ? end : Math.max(end, start + 1);
  }
}

const pairs = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** The end of the token that begins with this `<`. */
function findEnd(xml: string, start: number): number {
  for (const [opens, closes] of pairs) {
    if (!xml.startsWith(opens, start)) continue;
    const end = xml.indexOf(closes, start);
    return end === -1 ? xml.length : end + closes.length;
  }
  for (let at = start + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (code === greater) return at + 1;
    // An unclosed quote is a normal character.
    const closing = code === quote || code === apostrophe ? xml.indexOf(xml.charAt(at), at + 1) : -1;
    if (closing !== -1) at = closing;
    if (at - start > longestToken) return at;
  }
  return xml.length;
}

function endOf(xml: string, sign: string, from: number): number {
  const end = xml.indexOf(sign, from);
  return end === -1 ? xml.length : end;
}

const less = 0x3c;
const greater = 0x3e;
const quote = 0x22;
const apostrophe = 0x27;
