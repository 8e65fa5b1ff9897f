import { toFileName } from '../../../domain/file-name.ts';
import type { ExportedFile } from '../format.ts';
import type { Export } from './exported.ts';

/** An export as one file, piece by piece. */
export type Packed = Pick<Export, 'leftOut' | 'bytes'> & {
  fileName: string;
  type: string;
  pieces: AsyncIterable<Uint8Array>;
};

/** Fallback for objects without a usable file name. */
const otherwise = 'Export';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** One file is sent as it is, several in a zip, as they are made; either is named like reports, after the exported object. */
export async function pack({ name, files, leftOut, bytes }: Export): Promise<Packed> {
  const iterator = files[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true)
    return {
      fileName: toFileName(name, 'txt', otherwise),
      type: 'text/plain',
      pieces: oneByOne([]),
      leftOut,
      bytes,
    };
  const second = await iterator.next();
  if (second.done === true && !/\.zip$/i.test(first.value.name)) {
    const ending = first.value.name.slice(first.value.name.lastIndexOf('.') + 1).toLowerCase();
    return {
      fileName: toFileName(name, ending, otherwise),
      type: types[ending] ?? 'application/octet-stream',
      pieces: oneByOne([first.value]),
      leftOut,
      bytes,
    };
  }
  const rest = async function* (): AsyncGenerator<ExportedFile> {
    yield first.value;
    if (second.done === true) return;
    yield second.value;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  };
  return {
    fileName: toFileName(name, 'zip', otherwise),
    type: 'application/zip',
    pieces: zip(rest()),
    leftOut,
    bytes,
  };
}

async function* oneByOne(files: readonly ExportedFile[]): AsyncGenerator<Uint8Array> {
  for (const { content } of files) yield Buffer.from(content);
}

const packed = /\.(?:png|jpe?g|gif|webp|zip|gz|7z|mp4|webm)$/i;

async function* zip(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  // Loaded later, since the start has to be quick and doesn't need it.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  let made: Uint8Array[] = [];
  let failure: Error | null = null;
  const archive = new Zip((error, piece) => {
    if (error !== null) failure = error;
    else made.push(piece);
  });
  const names = new Set<string>();
  for await (const { name, content } of files) {
    if (names.has(name)) continue;
    names.add(name);
    const entry = packed.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    archive.add(entry);
    entry.push(Buffer.from(content), true);
    if (failure !== null) throw failure;
    yield* made;
    made = [];
  }
  archive.end();
  yield* made;
}
