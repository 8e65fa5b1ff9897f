import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';

/** Byte order marks of encodings; UTF-32 comes first, because its mark begins with that of UTF-16. */
const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe, 0x00, 0x00], encoding: null },
  { bytes: [0x00, 0x00, 0xfe, 0xff], encoding: null },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/**
 * Takes the bytes of a text file, returns its text without a byte order mark: UTF-8, or UTF-16 with a mark. Refuses other
 * encodings, damaged text and binary data.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > importBounds.text)
    throw new ImportRefusal('The file is longer than a text may be (64 MiB)');
  const mark = marks.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  if (mark?.encoding === null) throw new ImportRefusal('The text is UTF-32; save it as UTF-8');
  const encoding = mark?.encoding ?? guessUtf16(bytes) ?? 'utf-8';
  const text = decode(bytes, encoding);
  // A few NULs come from captured output; many mean that the file is not text.
  if (text.includes('\0') && text.split('\0', text.length / 100 + 3).length > text.length / 100 + 2) {
    throw new ImportRefusal('The file is no text: it is full of NUL characters');
  }
  return text;
}

/** UTF-16 without a mark, recognised by the NUL next to each of its first letters. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const first = bytes.subarray(0, 64);
  if (first.length < 4 || bytes.length % 2 !== 0) return null;
  const isAll = (offset: number, isNul: boolean) =>
    first.every((byte, index) => index % 2 !== offset || (byte === 0) === isNul);
  if (isAll(1, true) && isAll(0, false)) return 'utf-16le';
  return isAll(0, true) && isAll(1, false) ? 'utf-16be' : null;
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const name = encoding.toUpperCase();
    throw new ImportRefusal(
      `The text is not valid ${name}; save it as UTF-8 in the program that it comes from`,
    );
  }
}

/** Takes a base64 text, returns its bytes; null for any other text. */
export function decodeBase64(text: string): Buffer | null {
  const packed = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packed) || packed.replace(/=+$/, '').length % 4 === 1) return null;
  return Buffer.from(packed, 'base64');
}
