import { detectFormat } from '../../evidence/inspection.ts';
import { Html } from './markup.ts';

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Whether a file declared as this type can be shown. */
export function isPictureType(mimeType: string): boolean {
  return Object.values(types).includes(mimeType);
}

/** The type of a picture by its bytes; null for other files and pictures that are not shown: an SVG drawing is a program. */
export function detectPicture(bytes: Buffer): string | null {
  return types[detectFormat(bytes.subarray(0, 4096)) ?? ''] ?? null;
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

/** Takes a logo's data URL, returns its element; null for anything but a picture. */
export function writeLogo(address: string | null): Html | null {
  const bytes = Buffer.from(address?.replace(/^data:[^,]*,/, '') ?? '', 'base64');
  const mimeType = detectPicture(bytes);
  if (mimeType === null) return null;
  return new Html(`<img class="logo" alt="" src="${[...writePictureAddress(bytes, mimeType)].join('')}">`);
}
