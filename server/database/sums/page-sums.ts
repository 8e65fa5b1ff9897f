import { readFileSync, rmSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { makeFile, replaceFile } from '../files.ts';
import { beginLog, type Log } from './log.ts';

/** The checksum of each page of a database file, in `<database>-sums`. */
export type PageSums = {
  pageSize: number;
  /** The last generation of the log with all frames in the sums; some frames of the next one may be, too. */
  through: number;
  /** Time of the last change to the database file. */
  modified: number;
  /** By page, starting with the first; 0 means no sum. */
  sums: Uint32Array;
  /** Distinguishes versions of this file. */
  stamp: number;
};

const magic = Buffer.from('DMSNSUMS');
const headerSize = 32;

/** A database's sums; null if there are none, or their file is damaged. */
export function readSums(file: string): PageSums | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(`${file}-sums`);
  } catch {
    return null;
  }
  const end = bytes.length - 4;
  if (end < headerSize || !bytes.subarray(0, 8).equals(magic)) return null;
  const stamp = bytes.readUInt32LE(end);
  if (crc32(bytes.subarray(0, end)) !== stamp) return null;
  const sums = new Uint32Array((end - headerSize) / 4);
  for (let index = 0; index < sums.length; index += 1)
    sums[index] = bytes.readUInt32LE(headerSize + index * 4);
  return {
    pageSize: bytes.readUInt32LE(8),
    through: bytes.readUInt32LE(12),
    modified: bytes.readDoubleLE(16),
    sums,
    stamp,
  };
}

export function writeSums(
  file: string,
  { pageSize, through, modified, sums }: Omit<PageSums, 'stamp'>,
): void {
  const bytes = Buffer.alloc(headerSize + sums.length * 4 + 4);
  magic.copy(bytes);
  bytes.writeUInt32LE(pageSize, 8);
  bytes.writeUInt32LE(through, 12);
  bytes.writeDoubleLE(modified, 16);
  for (let index = 0; index < sums.length; index += 1)
    bytes.writeUInt32LE(sums[index] as number, headerSize + index * 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  replaceFile(`${file}-sums`, bytes);
}

/** Sums that can't be kept correct are removed. */
export function removeSums(file: string): void {
  rmSync(`${file}-sums`, { force: true });
}

/**
 * Whether all later writes to the database file are still in its log. Detects programs that keep no sums: they skip a generation,
 * or remove the files next to a closed database.
 */
export function areCurrent(file: string, { through, pageSize }: PageSums, log: Log | null): boolean {
  if (log === null) return isClosed(file);
  return log.pageSize === pageSize && (log.generation - through) >>> 0 <= 1;
}

/** Marks a database closed by its last connection: anyone who opens it with SQLite fills this file, and then removes it. */
export function markClosed(file: string): void {
  makeFile(`${file}-shm`, Buffer.alloc(0));
}

/** Makes the next connection continue the log, so that `areCurrent` can decide; does nothing if the sums are not current. */
export function continueLog(file: string): void {
  const sums = readSums(file);
  if (sums === null || !isClosed(file)) return;
  beginLog(file, { generation: sums.through + 1, pageSize: sums.pageSize });
}

function isClosed(file: string): boolean {
  const logSize = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return logSize === 0 && statSync(`${file}-shm`, { throwIfNoEntry: false })?.size === 0;
}
