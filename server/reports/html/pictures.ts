import { detectFormat } from '../../evidence/inspection.ts';
import { countPieces, hasTooManyPixels, measurePicture, type Room } from '../content/pictures.ts';
import { Html, html } from './markup.ts';

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The type of a picture by its bytes; null for other files and pictures that are not shown: an SVG drawing is a program. */
export function detectPicture(bytes: Buffer): string | null {
  const type = types[detectFormat(bytes.subarray(0, 4096)) ?? ''] ?? null;
  return hasTooManyPixels(bytes) ? null : type;
}

/** A printed picture that is cut, with its size in CSS pixels. */
export type Cut = { width: number; height: number; count: number };

/** The space of a picture on paper, in CSS pixels, and how many of these are a pixel of a picture: two of them are a point. */
const paper = { width: 658, height: 605, ofPixel: 2 / 3 };

/** Takes the bytes of a picture, returns into how many pieces it is cut on paper; null for one that fits a page. */
export function cutPicture(bytes: Buffer): Cut | null {
  const size = measurePicture(bytes);
  return size === null ? null : cutSize(size);
}

/** The same for a picture of this size. */
export function cutSize(size: Room): Cut | null {
  const scale = Math.min(paper.ofPixel, paper.width / size.width);
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const count = countPieces(height, paper.height);
  return count === 1 ? null : { width, height, count };
}

/** A multiple of three, so that each part is complete in base64. */
const partLength = 3 * 65_536;

/** Takes a picture's bytes and type, returns its data URL in parts, for an attribute. */
export function* writePictureAddress(bytes: Buffer, mimeType: string): Generator<string> {
  yield `data:${mimeType};base64,`;
  for (let start = 0; start < bytes.length; start += partLength) {
    yield bytes.toString('base64', start, Math.min(bytes.length, start + partLength));
  }
}

/** Elements of a picture that is cut: those of a figure, and those that may stand within a paragraph. */
const elements = { figure: ['figure', 'div', 'p'], text: ['span', 'span', 'span'] } as const;

/**
 * Takes a picture that is taller than a page, its title, and what is said before each piece but the first; returns the start of its
 * element and its pieces, which all show the one picture of this element.
 */
export function* writeCut(
  { bytes, mimeType, cut }: { bytes: Buffer; mimeType: string; cut: Cut },
  { title, continued }: { title: string; continued: string },
  where: keyof typeof elements,
): Generator<string> {
  const [around, inner, note] = elements[where];
  const { width, height, count } = cut;
  yield `<${around} class="picture cut" style="--picture: url(`;
  yield* writePictureAddress(bytes, mimeType);
  yield ')">';
  for (let index = 0; index < count; index += 1) {
    // Numbers alone: nothing that somebody wrote stands in a style.
    const style = `width: ${width}px; aspect-ratio: ${width} / ${height / count}; background-position: 0 ${(100 * index) / (count - 1)}%; background-size: 100% ${100 * count}%`;
    if (index > 0) yield `<${note} class="note" dir="auto">${html`${continued}`.text}</${note}>`;
    yield `<${inner} class="piece" role="img" style="${style}"${html` aria-label="${index === 0 ? title : continued}"`.text}></${inner}>`;
  }
}

/** Takes a logo's data URL, returns its element; null for anything but a picture. */
export function writeLogo(address: string | null): Html | null {
  const bytes = Buffer.from(address?.replace(/^data:[^,]*,/, '') ?? '', 'base64');
  const mimeType = detectPicture(bytes);
  if (mimeType === null) return null;
  return new Html(`<img class="logo" alt="" src="${[...writePictureAddress(bytes, mimeType)].join('')}">`);
}
