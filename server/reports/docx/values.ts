import type { ChartContent, ImageContent } from 'easy-template-x';
import type { RootContent } from 'mdast';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { detectFormat } from '../../evidence/inspection.ts';

/** Values that fill a template. */
export type Value = string | boolean | null | ImageContent | ChartContent | RichText | readonly Data[];
/** A text written by a person, by its blocks. */
export type RichText = {
  _type: 'rich';
  blocks: readonly RootContent[];
  /** Colour of a square before it, such as `1F8A5B`. */
  mark?: string;
};
export type Data = { [name: string]: Value };

/** A text valid in XML, with invisible characters written out. */
export function toWordText(text: string): string {
  return toVisibleText(text.toWellFormed()).replace(
    /[\ufffe\uffff]/g,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}

/** For text that the library writes into XML unescaped: names in charts, and replacements of pictures. */
export function toMarkup(text: string): string {
  return toWordText(text)
    .replace(/\s+/g, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Space on a page, in pixels of 1/96 inch. */
export type Room = { width: number; height: number };

/** No screenshot has longer sides, and a reader would take gigabytes of memory for them. */
const longestSide = 20_000;

/** Takes the bytes of a PNG, JPEG or GIF, returns it as large as fits; null for anything else. */
export function toImage(bytes: Buffer | null, altText: string, room: Room): ImageContent | null {
  const format = bytes === null ? null : detectFormat(bytes.subarray(0, 4096));
  if (bytes === null || (format !== 'png' && format !== 'jpeg' && format !== 'gif')) return null;
  const size = measure[format](bytes);
  if (size === null || size.width < 1 || size.height < 1) return null;
  if (size.width > longestSide || size.height > longestSide) return null;
  const scale = Math.min(1, room.width / size.width, room.height / size.height);
  return {
    _type: 'image',
    source: bytes,
    format: `image/${format}` as ImageContent['format'],
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
    altText: toMarkup(altText),
  };
}

const measure: Record<'png' | 'jpeg' | 'gif', (bytes: Buffer) => Room | null> = {
  png: (bytes) =>
    bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) },
  gif: (bytes) =>
    bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) },
  jpeg: measureJpeg,
};

/** Size from the first frame, which any segment with a length may precede. */
function measureJpeg(bytes: Buffer): Room | null {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
