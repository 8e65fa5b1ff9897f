import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { importBounds } from '../bounds.ts';
import { type ImportMember, ImportRefusal, type ImportSource } from '../format.ts';

/** A member that can also be streamed, however long it is. */
export type StoredMember = ImportMember & { stream: () => Promise<Readable> };
export type OpenedSource = Omit<ImportSource, 'members'> & {
  /** Whether it is a zip with the parts of a workbook. */
  isWorkbook: boolean;
  members: readonly StoredMember[];
  close: () => Promise<void>;
};

/** Source: a file, or a folder for the command. */
export type Staged = { name: string; file: string } | { name: string; folder: string };

/**
 * Opens an import. The members of a zip are read by random access, and their names never become a path. Refuses (`ImportRefusal`)
 * an archive that is damaged, encrypted, too large unpacked, or has names that repeat or escape it.
 */
export async function openSource(staged: Staged): Promise<OpenedSource> {
  if ('folder' in staged) return openFolder(staged.name, staged.folder);
  const handle = await open(staged.file, 'r');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    const isZip = ['504b0304', '504b0506', '504b0708'].includes(head.toString('hex'));
    const archive = isZip ? await openArchive(staged, handle) : null;
    if (archive !== null) return archive;
    return {
      name: staged.name,
      isArchive: false,
      isWorkbook: isZip,
      members: [toMember(staged.name, size, () => readAll(handle, { start: 0, size }), streamOf(handle))],
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function toMember(
  name: string,
  size: number,
  readWhole: () => Promise<Buffer>,
  stream: () => Promise<Readable>,
): StoredMember {
  const read = async (): Promise<Buffer> => {
    if (size > importBounds.text) {
      throw new ImportRefusal(`${name} has more than ${importBounds.text / 1024 / 1024} MiB`);
    }
    return readWhole();
  };
  return { name, size, read, stream };
}

async function readAll(
  handle: FileHandle,
  { start, size }: { start: number; size: number },
): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, start + filled);
    if (bytesRead === 0) throw new ImportRefusal('The file ends before it should');
    filled += bytesRead;
  }
  return bytes;
}

function streamOf(handle: FileHandle): () => Promise<Readable> {
  return async () => handle.createReadStream({ start: 0, autoClose: false });
}

/** The parts of a workbook are not members: the workbook is the file. */
const officeMark = '[Content_Types].xml';
const [stored, deflated] = [0, 8];
/** Streaming each of many small members would take as long as reading them. */
const largestAtOnce = 1024 * 1024;

async function openArchive(
  { name, file }: { name: string; file: string },
  handle: FileHandle,
): Promise<OpenedSource | null> {
  // Loaded later, since the start has to be quick and doesn't need it.
  const { default: yauzl } = await import('yauzl');
  const zip = await toRefusal(() => yauzl.openPromise(file, { autoClose: false, strictFileNames: false }));
  try {
    const members: StoredMember[] = [];
    const names = new Set<string>();
    let unpacked = 0;
    for (const entry of await toRefusal(() => listEntries(zip))) {
      const { fileName, uncompressedSize: size } = entry;
      if (fileName === officeMark) {
        zip.close();
        return null;
      }
      if (fileName.endsWith('/') || isLeaving(fileName)) continue;
      if (names.has(fileName)) throw new ImportRefusal('The archive has two files of the same name');
      names.add(fileName);
      if (entry.isEncrypted()) throw new ImportRefusal('The archive is encrypted');
      if (![stored, deflated].includes(entry.compressionMethod)) {
        throw new ImportRefusal('The archive is compressed in a way that is not read here');
      }
      unpacked += size;
      if (unpacked > importBounds.unpacked) {
        throw new ImportRefusal(
          `Its files have more than ${importBounds.unpacked / 1024 / 1024} MiB once unpacked`,
        );
      }
      const stream = () => toRefusal(() => zip.openReadStreamPromise(entry));
      const isSmall = Math.max(size, entry.compressedSize) <= largestAtOnce;
      const readWhole = async () => (isSmall ? readEntry(zip, handle, entry) : readStream(await stream()));
      members.push(toMember(fileName, size, () => toRefusal(readWhole), stream));
    }
    if (members.length === 0) throw new ImportRefusal('The archive is empty');
    const close = async () => {
      zip.close();
      await handle.close();
    };
    return { name, isArchive: true, isWorkbook: false, members, close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > importBounds.members) throw tooMany();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > importBounds.members) throw tooMany();
  }
  return entries;
}

/** Metadata files of macOS and Windows. */
function isLeaving(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name);
}

async function readEntry(zip: ZipFile, handle: FileHandle, entry: Entry): Promise<Buffer> {
  const { compressedSize, uncompressedSize: size, compressionMethod } = entry;
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = await readAll(handle, { start, size: compressedSize });
  if (compressionMethod === stored) return packed;
  const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  if (bytes.length !== size) throw new ImportRefusal(damaged);
  return bytes;
}

async function readStream(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const damaged = 'The archive is damaged';

function tooMany(): ImportRefusal {
  return new ImportRefusal(`There are more than ${importBounds.members} files in it`);
}

/** The library's message on a damaged archive is meant for developers. */
async function toRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) throw error;
    const why = /relative path|absolute path|invalid characters/.test(message)
      ? 'A name in the archive leads out of it'
      : damaged;
    throw new ImportRefusal(why);
  }
}

async function openFolder(name: string, folder: string): Promise<OpenedSource> {
  const members: StoredMember[] = [];
  let total = 0;
  const walk = async (below: string): Promise<void> => {
    for (const found of (await readdir(path.join(folder, below))).sort()) {
      const inside = below === '' ? found : `${below}/${found}`;
      const place = path.join(folder, inside);
      const facts = await lstat(place);
      if (facts.isDirectory() && found !== '.git') await walk(inside);
      if (!facts.isFile() || isLeaving(inside)) continue;
      total += facts.size;
      if (members.length === importBounds.members) throw tooMany();
      if (total > importBounds.unpacked) {
        throw new ImportRefusal(`Its files have more than ${importBounds.unpacked / 1024 / 1024} MiB`);
      }
      const withHandle = async <T>(work: (handle: FileHandle) => Promise<T>): Promise<T> => {
        const handle = await open(place, 'r');
        try {
          return await work(handle);
        } finally {
          await handle.close();
        }
      };
      const { size } = facts;
      const stream = async () => Readable.from((await open(place, 'r')).createReadStream());
      members.push(
        toMember(inside, size, () => withHandle((handle) => readAll(handle, { start: 0, size })), stream),
      );
    }
  };
  await walk('');
  if (members.length === 0) throw new ImportRefusal('The folder is empty');
  return { name, isArchive: true, isWorkbook: false, members, close: async () => {} };
}
