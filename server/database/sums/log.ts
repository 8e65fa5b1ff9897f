import { closeSync, openSync, readSync } from 'node:fs';
import { makeFile } from '../files.ts';

/**
 * SQLite's write-ahead log in its file format. Each restart of the log increments the first salt, which therefore identifies the
 * generation of its content.
 */
export type Log = { generation: number; pageSize: number };

/** `size` is the database size in pages when the frame ends a transaction, otherwise 0. */
export type Frame = { index: number; page: number; size: number; content: Buffer };

const headerSize = 32;
const frameHeaderSize = 24;
const framesAtOnce = 256;
const littleEndianSums = 0x377f0682;
const formatVersion = 3007000;

/**
 * Reads a database's log, and each frame of its generation from index `first`, until `visit` returns false; null if there is no
 * log. No locks depend on its file.
 */
export function readLog(file: string, visit: (frame: Frame) => boolean, first = 0): Log | null {
  let handle: number;
  try {
    handle = openSync(`${file}-wal`, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const header = Buffer.alloc(headerSize);
    if (readSync(handle, header, 0, headerSize, 0) < headerSize || !isWhole(header)) return null;
    const pageSize = header.readUInt32BE(8);
    const frameSize = frameHeaderSize + pageSize;
    const log = { generation: header.readUInt32BE(16), pageSize };
    const chunk = Buffer.allocUnsafe(framesAtOnce * frameSize);
    for (let index = first; ; ) {
      const bytes = readSync(handle, chunk, 0, chunk.length, headerSize + index * frameSize);
      const whole = Math.floor(bytes / frameSize);
      for (let at = 0; at < whole * frameSize; at += frameSize, index += 1) {
        // Frames of an older generation have other salts.
        if (chunk.compare(header, 16, 24, at + 8, at + 16) !== 0) continue;
        const content = chunk.subarray(at + frameHeaderSize, at + frameSize);
        const frame = { index, page: chunk.readUInt32BE(at), size: chunk.readUInt32BE(at + 4), content };
        if (!visit(frame)) return log;
      }
      if (whole < framesAtOnce) return log;
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates an empty log of this generation for a database without one; SQLite continues it instead of choosing a random first
 * generation.
 */
export function beginLog(file: string, { generation, pageSize }: Log): void {
  // SQLite ignores a log that is no longer than its header.
  const bytes = Buffer.alloc(2 * headerSize);
  const words = [littleEndianSums, formatVersion, pageSize, 1, generation, Math.random() * 2 ** 32];
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, index * 4);
  for (const [index, word] of sumsOf(bytes).entries()) bytes.writeUInt32BE(word, 24 + index * 4);
  makeFile(`${file}-wal`, bytes);
}

function isWhole(header: Buffer): boolean {
  if (header.readUInt32BE(0) >>> 1 !== littleEndianSums >>> 1) return false;
  return sumsOf(header).every((sum, index) => sum === header.readUInt32BE(24 + index * 4));
}

function sumsOf(header: Buffer): [number, number] {
  const isBigEndian = header.readUInt32BE(0) !== littleEndianSums;
  const wordAt = (at: number): number => (isBigEndian ? header.readUInt32BE(at) : header.readUInt32LE(at));
  let [one, other] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    one = (one + wordAt(at) + other) >>> 0;
    other = (other + wordAt(at + 4) + one) >>> 0;
  }
  return [one, other];
}
