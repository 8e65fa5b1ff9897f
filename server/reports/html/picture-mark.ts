import { Html } from './markup.ts';

/** No text has this sign: all are written without invisible ones. Between two of them are only hexadecimal digits. */
const mark = '\u0001';

/** The digest of a picture, and the bytes of what is said of it. */
export const markedPicture = new RegExp(`${mark}([\\da-f]*):([\\da-f]*)${mark}`);

/** Takes what a text says of a picture, returns the place where the picture is inserted when the document is written. */
export function markPicture(sha256: string, alt: string): Html {
  return new Html(`${mark}${sha256}:${Buffer.from(alt).toString('hex')}${mark}`);
}
