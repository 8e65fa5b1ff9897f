import type { Transformer } from '@napi-rs/image';
import { measurePicture, type Room } from './content/pictures.ts';
import { cutSize } from './html/pictures.ts';

/** Two pixels a point of the space on a page, in Word the higher one. */
const paper: Room = { width: 987, height: 960 };
/** A smaller file is not worth the time. */
export const smallestShrunk = 64 * 1024;
const smallestGain = 0.9;
const jpegQuality = 85;
/** A PNG with more bytes for each pixel is no drawn screen but a photograph. */
const bytesOfDrawnPixel = 0.7;

/** Names the way that pictures are scaled: two pictures scaled in different ways are not the same. */
export const scaling = [
  paper.width,
  paper.height,
  smallestShrunk,
  smallestGain,
  jpegQuality,
  bytesOfDrawnPixel,
].join(' ');

/** Whether a picture with these bytes has more pixels than a page shows, as far as its size tells. */
export function mayShrink(bytes: Buffer): boolean {
  const known = measurePicture(bytes);
  if (known === null || known.format === 'gif' || bytes.length < smallestShrunk) return false;
  return sizeOnPaper(known) !== null || (known.format === 'jpeg' && sizeOnPaper(turn(known)) !== null);
}

/**
 * Takes the bytes of a picture, returns it with as many pixels as a page shows, upright; the same bytes where that saves nothing, and
 * for pictures that can't be read.
 */
export function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  return shrink(bytes, {
    readTurn: async (picture) => (await picture.metadata(true)).orientation,
    encode: (picture, isJpeg) => (isJpeg ? picture.jpeg(jpegQuality) : picture.png()),
  });
}

/** The same in the calling thread, with its priority. */
export function shrinkPictureHere(bytes: Buffer): Promise<Buffer> {
  return shrink(bytes, {
    readTurn: async (picture) => picture.metadataSync(true).orientation,
    encode: async (picture, isJpeg) => (isJpeg ? picture.jpegSync(jpegQuality) : picture.pngSync()),
  });
}

type Steps = {
  /** The orientation that a camera noted. */
  readTurn(picture: Transformer): Promise<number | undefined>;
  encode(picture: Transformer, isJpeg: boolean): Promise<Buffer>;
};

async function shrink(bytes: Buffer, { readTurn, encode }: Steps): Promise<Buffer> {
  const known = measurePicture(bytes);
  if (known === null || !mayShrink(bytes)) return bytes;
  try {
    // Reports without large pictures don't need it.
    const { FastResizeFilter, ResizeFit, Transformer } = await import('@napi-rs/image');
    const picture = new Transformer(bytes);
    const isTurned = known.format === 'jpeg' && ((await readTurn(picture)) ?? 1) > 4;
    const size = sizeOnPaper(isTurned ? turn(known) : known);
    if (size === null) return bytes;
    if (known.format === 'jpeg') picture.rotate();
    picture.fastResize({ ...size, fit: ResizeFit.Fill, filter: FastResizeFilter.Lanczos3 });
    const isPhotograph = bytes.length > bytesOfDrawnPixel * known.width * known.height;
    const isJpeg = known.format === 'jpeg' || (isPhotograph && !mayBeTransparent(bytes));
    const shrunk = await encode(picture, isJpeg);
    return shrunk.length < bytes.length ? shrunk : bytes;
  } catch {
    return bytes;
  }
}

function turn({ width, height }: Room): Room {
  return { width: height, height: width };
}

/** Null for a picture that has hardly more pixels. */
function sizeOnPaper(size: Room): Room | null {
  const share = Math.min(
    paper.width / size.width,
    cutSize(size) === null ? paper.height / size.height : Number.POSITIVE_INFINITY,
  );
  if (share > smallestGain) return null;
  return {
    width: Math.max(1, Math.round(size.width * share)),
    height: Math.max(1, Math.round(size.height * share)),
  };
}

const colourTypesWithAlpha = [4, 6];

/** Whether a PNG says that some of its pixels may be transparent. */
function mayBeTransparent(bytes: Buffer): boolean {
  const head = bytes.subarray(0, bytes.indexOf('IDAT'));
  return colourTypesWithAlpha.includes(bytes[25] ?? 0) || head.includes('tRNS');
}
