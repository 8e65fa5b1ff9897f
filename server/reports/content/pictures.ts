import { detectFormat } from '../../evidence/inspection.ts';

/** Space on a page, in pixels of 1/96 inch. */
export type Room = { width: number; height: number };

/** No screenshot is larger, and a reader would need gigabytes of memory for such a picture. */
const longestSide = 20_000;
const mostPixels = 50_000_000;

type Measured = 'png' | 'jpeg' | 'gif';

/** Takes the bytes of a picture, returns its format and its size; null for anything but a PNG, JPEG or GIF. */
export function measurePicture(bytes: Buffer): (Room & { format: Measured }) | null {
  const known = readSize(bytes);
  return known === null || isTooLarge(known) ? null : known;
}

/** Whether these are the bytes of a picture with more pixels than a report shows. */
export function hasTooManyPixels(bytes: Buffer): boolean {
  const known = readSize(bytes);
  return known !== null && isTooLarge(known);
}

function readSize(bytes: Buffer): (Room & { format: Measured }) | null {
  const format = detectFormat(bytes.subarray(0, 4096));
  if (format !== 'png' && format !== 'jpeg' && format !== 'gif') return null;
  const size = measure[format](bytes);
  return size === null || size.width < 1 || size.height < 1 ? null : { format, ...size };
}

function isTooLarge({ width, height }: Room): boolean {
  return width > longestSide || height > longestSide || width * height > mostPixels;
}

/** A picture of this many times the height of its space would be too small to read. */
const tallest = 1.5;
/** Height of a page in pixels, but for a line that says that a picture goes on. */
const pieceHeight = 860;
const mostPieces = 12;

/** Takes the height of a picture as wide as it should be and that of its space, returns in how many pieces it is shown. */
export function countPieces(height: number, space: number): number {
  const count = height <= tallest * space ? 1 : Math.ceil(height / pieceHeight);
  return count <= mostPieces ? count : 1;
}

const measure: Record<Measured, (bytes: Buffer) => Room | null> = {
  png: (bytes) =>
    bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) },
  gif: (bytes) =>
    bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) },
  jpeg: measureJpeg,
};

/** Reads the size from the first frame; any segments with a length may come before it. */
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
