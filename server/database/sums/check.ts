import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Log, readLog } from './log.ts';
import { areCurrent, type PageSums, readSums } from './page-sums.ts';

/** `unknown`: there are no sums, or another program has written to the database. */
export type Check = { state: 'whole' } | { state: 'damaged'; pages: number[] } | { state: 'unknown' };

type Look = { sums: PageSums; frames: number; pages: Set<number>; size: number };

/** Whether others may write meanwhile: suspicious pages are then checked again. */
const attempts = 10;
const bytesAtOnce = 1024 * 1024;

/**
 * Compares each page of the database file with its sum, even while others write. Pages in the log are skipped: they have SQLite's
 * own sum there, and are later copied to the file. `handle` is a descriptor of the database file.
 */
export function checkPages(file: string, handle: number): Check {
  let suspects: number[] | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = look(file);
    if (before === null) continue;
    const bad: number[] = findBad(handle, before, suspects);
    const after = look(file);
    if (after === null) continue;
    suspects = bad.filter((page) => isIn(after, page));
    if (suspects.length === 0) return { state: 'whole' };
    // The sums are written before their pages leave the log.
    if (before.sums.stamp === after.sums.stamp) return judge(handle, after, suspects);
  }
  return { state: 'unknown' };
}

/** The log is read first, so that pages leaving it meanwhile are in the sums read afterwards. */
function look(file: string): Look | null {
  const pages = new Set<number>();
  let frames = 0;
  let size = Number.POSITIVE_INFINITY;
  const log: Log | null = readLog(file, (frame) => {
    frames += 1;
    pages.add(frame.page);
    if (frame.size > 0) size = Math.min(size, frame.size);
    return true;
  });
  const sums = readSums(file);
  return sums !== null && areCurrent(file, sums, log) ? { sums, frames, pages, size } : null;
}

function isIn({ sums, pages, size }: Look, page: number): boolean {
  return page <= size && !pages.has(page) && sums.sums[page - 1] !== 0 && page <= sums.sums.length;
}

function findBad(handle: number, found: Look, only: number[] | null): number[] {
  const { pageSize, sums } = found.sums;
  const pagesAtOnce = only === null ? Math.max(1, Math.floor(bytesAtOnce / pageSize)) : 1;
  const buffer = Buffer.allocUnsafe(pagesAtOnce * pageSize);
  const bad: number[] = [];
  const compare = (first: number): void => {
    const bytes = readSync(handle, buffer, 0, buffer.length, (first - 1) * pageSize);
    for (let index = 0; index < pagesAtOnce && first + index <= sums.length; index += 1) {
      const content = buffer.subarray(index * pageSize, Math.min((index + 1) * pageSize, bytes));
      const page = first + index;
      if (crc32(content) !== sums[page - 1] && isIn(found, page)) bad.push(page);
    }
  };
  if (only !== null) for (const page of only) compare(page);
  else for (let page = 1; page <= sums.length; page += pagesAtOnce) compare(page);
  return bad;
}

/** A replaced database file looks damaged everywhere. A corrupted one keeps its time, or differs in single bytes. */
function judge(handle: number, { sums, frames }: Look, bad: number[]): Check {
  const isUntouched = frames > 0 || Math.abs(fstatSync(handle).mtimeMs - sums.modified) <= 1;
  const { pageSize } = sums;
  const isFlipped = (page: number): boolean => {
    const content = Buffer.alloc(pageSize);
    readSync(handle, content, 0, pageSize, (page - 1) * pageSize);
    return differsByOneByte(crc32(content) ^ (sums.sums[page - 1] as number), pageSize);
  };
  return isUntouched || bad.every(isFlipped) ? { state: 'damaged', pages: bad } : { state: 'unknown' };
}

/** Whether two contents of this length with this difference of sums can differ in a single byte: sums are linear. */
function differsByOneByte(difference: number, length: number): boolean {
  const table = Int32Array.from({ length: 256 }, (_, byte) => crc32(Buffer.of(byte)) ^ crc32(Buffer.of(0)));
  for (let byte = 1; byte < 256; byte += 1) {
    let sum = table[byte] as number;
    for (let after = 0; after < length; after += 1) {
      if (sum === difference) return true;
      sum = (table[sum & 0xff] as number) ^ (sum >>> 8);
    }
  }
  return false;
}
