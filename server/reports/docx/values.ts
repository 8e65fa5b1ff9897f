import type { ChartContent, ImageContent } from 'easy-template-x';
import type { RootContent } from 'mdast';
import type { Drawing } from '../../../domain/charts/drawing.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { countPieces, measurePicture, type Room } from '../content/pictures.ts';
import type { Later } from './later.ts';

/** Values that fill a template. */
export type Value =
  | string
  | boolean
  | null
  | ImageContent
  | ChartContent
  | RichText
  | DrawingContent
  | PiecesContent
  | readonly Data[]
  | readonly Later<Data>[];
/** A text written by a person, by its blocks. */
export type RichText = {
  _type: 'rich';
  blocks: readonly RootContent[];
  /** Colour of a square before the text, such as `1F8A5B`. */
  mark?: string;
  /** Name of a place in the document: the text is there, or leads there and may end with its page. */
  place?: { name: string; leads: boolean; hasPage?: boolean };
};
/** A chart that is inserted as a picture. */
export type DrawingContent = { _type: 'drawing'; drawing: Drawing };
/** A picture taller than a page, cut into pieces that fit. */
export type PiecesContent = {
  _type: 'pieces';
  source: Buffer;
  format: ImageContent['format'];
  altText: string;
  /** Said before each piece but the first. */
  continued: string;
  /** Each with its size in pixels, and with the shares of the picture above and below it. */
  pieces: readonly (Room & { above: number; below: number })[];
};
export type SizedImage = ImageContent & Room & { source: Buffer };
export type Data = { [name: string]: Value };

/** A text valid in XML, with invisible characters written out. */
export function toWordText(text: string): string {
  return toVisibleText(text.toWellFormed()).replace(
    /[\ufffe\uffff]/g,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}

/** Escapes text that the library writes into XML unescaped: names in charts, and alternative texts of pictures. */
export function toMarkup(text: string): string {
  return toWordText(text)
    .replace(/\s+/g, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Takes the bytes of a PNG, JPEG or GIF, returns the picture as large as fits; null for anything else. */
export function toImage(bytes: Buffer | null, altText: string, room: Room): SizedImage | null {
  const read = readPicture(bytes);
  if (read === null) return null;
  const { size, ...image } = read;
  const scale = Math.min(1, room.width / size.width, room.height / size.height);
  return { _type: 'image', ...image, ...scaled(size, scale), altText: toMarkup(altText) };
}

/** The same, but a picture that is far too tall is cut into pieces. */
export function toPicture(
  bytes: Buffer | null,
  altText: string,
  room: Room,
  continued: string,
): SizedImage | PiecesContent | null {
  const read = readPicture(bytes);
  if (read === null) return null;
  const { size, ...image } = read;
  const whole = scaled(size, Math.min(1, room.width / size.width));
  const count = countPieces(whole.height, room.height);
  if (count === 1) return toImage(bytes, altText, room);
  const pieces = Array.from({ length: count }, (_, index) => ({
    width: whole.width,
    height: Math.round(whole.height / count),
    above: index / count,
    below: (count - 1 - index) / count,
  }));
  return { _type: 'pieces', ...image, altText: toMarkup(altText), continued: toMarkup(continued), pieces };
}

function scaled({ width, height }: Room, scale: number): Room {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Picture = { source: Buffer; format: ImageContent['format']; size: Room };

function readPicture(bytes: Buffer | null): Picture | null {
  const known = bytes === null ? null : measurePicture(bytes);
  if (bytes === null || known === null) return null;
  const { format, ...size } = known;
  return { source: bytes, format: `image/${format}`, size };
}
