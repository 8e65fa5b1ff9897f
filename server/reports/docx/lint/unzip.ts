import { inflateRawSync } from 'node:zlib';

/** Limits of a zip. */
export type ZipBounds = { entries: number; bytes: number };

/** A zip that can't be read; the message gives the sender the reason. */
export class ZipRefused extends Error {}

const ends = { central: 0x02014b50, local: 0x04034b50, whole: 0x06054b50 } as const;

/**
 * Takes the bytes of a zip, returns its files by name. Refuses (ZipRefused) another format, more than the limits, whatever sizes
 * it declares, names that escape or repeat, and features of some programs only: encryption, ZIP64, other methods.
 */
export function readZip(bytes: Buffer, { entries, bytes: most }: ZipBounds): Map<string, Buffer> {
  try {
    return readEntries(bytes, entries, most);
  } catch (error) {
    if (error instanceof ZipRefused) throw error;
    throw new ZipRefused('is damaged');
  }
}

function readEntries(bytes: Buffer, entries: number, most: number): Map<string, Buffer> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (bytes.readUInt16LE(end + 8) !== count || count === 0xffff) throw new ZipRefused('is damaged');
  if (count > entries) throw new ZipRefused(`has more than ${entries} parts`);
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  let room = most;
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== ends.central) throw new ZipRefused('is damaged');
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const place = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if ((flags & 1) !== 0) throw new ZipRefused('is encrypted');
    if (method !== 0 && method !== 8) throw new ZipRefused('is packed in a way that is not read');
    if (names.has(name.toLowerCase())) throw new ZipRefused('has two parts of one name');
    names.add(name.toLowerCase());
    if (size > room) throw new ZipRefused(`is larger than ${most} bytes when it is unpacked`);
    if (bytes.readUInt32LE(place) !== ends.local) throw new ZipRefused('is damaged');
    const localName = bytes.readUInt16LE(place + 26);
    if (bytes.toString('utf8', place + 30, place + 30 + localName) !== name)
      throw new ZipRefused('is damaged');
    if (!/^[\w[\]. -]+(?:\/[\w[\]. -]+)*\/?$/.test(name) || /(?:^|\/)\.\.?(?:\/|$)/.test(name)) {
      throw new ZipRefused('has a part whose name leads elsewhere');
    }
    const start = place + 30 + localName + bytes.readUInt16LE(place + 28);
    const stored = bytes.subarray(start, start + packed);
    // One extra byte is enough to notice content that is longer than declared.
    const content = method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: size + 1 });
    if (content.length !== size) throw new ZipRefused('is damaged');
    room -= size;
    if (!name.endsWith('/')) files.set(name, content);
  }
  return files;
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1) {
    if (bytes.readUInt32LE(at) === ends.whole) return at;
  }
  throw new ZipRefused('is no document: it is not a zip');
}
