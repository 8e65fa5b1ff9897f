import { readAsciicast } from '../../../../domain/recordings/asciicast.ts';
import { recordingTypes } from '../../../../domain/recordings/files.ts';
import { toPlainText } from '../../../../domain/recordings/harmless.ts';
import { readUntimed } from '../../../../domain/recordings/typescript.ts';

/** Bytes of commands, outputs, comments and notes in a report, and the same for its text files. */
const mostBytes = 32 * 1024 * 1024;

/** Remaining room for text in a report: texts read after it is used up are left out. */
export class TextBudget {
  #left = mostBytes;
  /** Omitted texts. */
  readonly leftOut = { texts: 0, bytes: 0 };

  get isUsedUp(): boolean {
    return this.#left <= 0;
  }

  /**
   * Takes the beginning of a text of this size in bytes, returns as much of it as there is room for, and the number of bytes left
   * out.
   */
  take(beginning: string | Buffer, bytes = lengthOf(beginning)): { text: string | null; leftOut: number } {
    const fits = lengthOf(beginning) <= this.#left;
    const text = !fits ? null : typeof beginning === 'string' ? beginning : decodeBeginning(beginning).text;
    const shown = text === null ? 0 : Buffer.byteLength(text);
    this.#left -= shown;
    const leftOut = bytes - shown;
    if (leftOut > 0) {
      this.leftOut.texts += 1;
      this.leftOut.bytes += leftOut;
    }
    return { text, leftOut };
  }
}

function lengthOf(text: string | Buffer): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length;
}

/** Takes the first bytes of a text in UTF-8, or in UTF-16 with a byte order mark, returns it up to the last whole character. */
export function decodeBeginning(bytes: Buffer): { text: string; taken: number } {
  const encoding = findEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const hasMark = encoding !== 'utf-8' || bytes.subarray(0, 3).equals(utf8Mark);
  const length = encoding === 'utf-8' ? Buffer.byteLength(text) : 2 * text.length;
  return { text, taken: length + (hasMark ? (encoding === 'utf-8' ? 3 : 2) : 0) };
}

/** Of a recording; what follows is left out. */
const mostRecorded = 1024 * 1024;

/**
 * The beginning of a text file of this type, up to a number of bytes, and how many bytes of the file it takes. Of a recording it is
 * the output as a text, without what was typed.
 */
export function readBeginning(
  mimeType: string,
  bytes: Buffer,
  most: number,
): { text: string; taken: number } {
  const isCast = mimeType === recordingTypes.cast;
  if (!isCast && mimeType !== recordingTypes.typescript) return decodeBeginning(bytes.subarray(0, most));
  const beginning = bytes.subarray(0, mostRecorded);
  const recording = isCast ? readAsciicast(beginning.toString()) : readUntimed(beginning);
  const frames = recording?.frames.map((frame) => frame.text) ?? [];
  const { text, isCut } = toPlainText(frames, most);
  const isWhole = !isCut && bytes.length <= mostRecorded;
  return { text, taken: isWhole ? bytes.length : Math.min(Buffer.byteLength(text), bytes.length) };
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

function findEncoding(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
