import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupRefused } from '../errors.ts';

/**
 * The container of a backup: a plain tar file that any tar can list and unpack. Only this writer's output is read back: each
 * header must be, byte for byte, the one made for its name and size, so a link, a folder, an extended header or a flipped bit is
 * refused before it can matter. Not compressed: most evidence already is, and reading can't inflate anything.
 */
const block = 512;
const chunkSize = 256 * 1024;

export type Member = { name: string; size: number };

/** Writes a new file readable only by its owner; refuses an existing one. */
export class ArchiveWriter {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(file: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(file, 'wx', 0o600));
  }

  /** Appends one member and returns its SHA-256; fails if `chunks` does not have exactly `size` bytes. */
  async add(member: Member, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    await this.#write(makeHeader(member));
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      hash.update(chunk);
      await this.#write(chunk);
    }
    if (size !== member.size) throw new Error(`${member.name} changed while it was read`);
    await this.#write(Buffer.alloc(countPadding(size)));
    return hash.digest('hex');
  }

  /** Ends the archive and makes it durable. */
  async finish(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block));
    await this.#handle.sync();
  }

  /** Whether `file` is still the file being written. */
  async is(file: { ino: bigint; dev: bigint }): Promise<boolean> {
    const { ino, dev } = await this.#handle.stat({ bigint: true });
    return ino === file.ino && dev === file.dev;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #write(bytes: Buffer): Promise<void> {
    let offset = 0;
    while (offset < bytes.length) offset += (await this.#handle.write(bytes, offset)).bytesWritten;
  }
}

/** A member with its bytes, which are read and checked only on demand. */
export type ReadMember = Member & { chunks: AsyncGenerator<Buffer> };

/** The members of an archive in their order. Refuses (BackupRefused) anything but the output of an ArchiveWriter. */
export async function* readArchive(handle: FileHandle): AsyncGenerator<ReadMember> {
  const { size: fileSize } = await handle.stat();
  const header = Buffer.alloc(block);
  let position = 0;
  for (;;) {
    await readExactly(handle, header, position);
    position += block;
    if (isZero(header)) break;
    const member = parseHeader(header);
    const stored = member.size + countPadding(member.size);
    if (position + stored > fileSize) throw cutOff();
    yield { ...member, chunks: readMemberChunks(handle, member, position) };
    position += stored;
  }
  await readExactly(handle, header, position);
  if (!isZero(header) || position + block !== fileSize) {
    throw new BackupRefused('the backup is damaged: data follows its end');
  }
}

/** The bytes of an open file from its start, as a member's content. */
export async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunkSize);
    const { bytesRead } = await handle.read(buffer, 0, chunkSize, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* readMemberChunks(
  handle: FileHandle,
  { name, size }: Member,
  start: number,
): AsyncGenerator<Buffer> {
  let left = size;
  while (left > 0) {
    const chunk = Buffer.allocUnsafe(Math.min(left, chunkSize));
    await readExactly(handle, chunk, start + size - left);
    left -= chunk.length;
    yield chunk;
  }
  const padding = Buffer.alloc(countPadding(size));
  await readExactly(handle, padding, start + size);
  if (!isZero(padding)) throw damaged(name);
}

async function readExactly(handle: FileHandle, into: Buffer, position: number): Promise<void> {
  let offset = 0;
  while (offset < into.length) {
    const { bytesRead } = await handle.read(into, offset, into.length - offset, position + offset);
    if (bytesRead === 0) throw cutOff();
    offset += bytesRead;
  }
}

const mostOctal = 0o77777777777;

/** The ustar header of a plain file readable only by its owner. */
export function makeHeader({ name, size }: Member): Buffer {
  const header = Buffer.alloc(block);
  const cut = name.length > 100 ? name.lastIndexOf('/') : -1;
  header.write(name.slice(cut + 1), 0, 100, 'latin1');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size <= mostOctal) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  } else {
    // Larger than 8 GiB: uses the binary form, which current tar programs read.
    header.writeBigUInt64BE(BigInt(size), 128);
    header[124] = 0x80;
  }
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write('0000000\0', 329);
  header.write('0000000\0', 337);
  if (cut > 0) header.write(name.slice(0, cut), 345, 155, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Name and size in a header. Refuses a header that differs from the output of `makeHeader` for them. */
export function parseHeader(header: Buffer): Member {
  const text = (start: number, length: number): string =>
    header.toString('latin1', start, start + length).split('\0', 1)[0] ?? '';
  const prefix = text(345, 155);
  const name = (prefix === '' ? '' : `${prefix}/`) + text(0, 100);
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0 || !makeHeader({ name, size }).equals(header)) {
    throw new BackupRefused('this is not a Damson backup, or it is damaged');
  }
  return { name, size };
}

function countPadding(size: number): number {
  return (block - (size % block)) % block;
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function cutOff(): BackupRefused {
  return new BackupRefused('the backup is cut off');
}

export function damaged(name: string): BackupRefused {
  return new BackupRefused(`the backup is damaged: ${name} is not what was written`);
}
