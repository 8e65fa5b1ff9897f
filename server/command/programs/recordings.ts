import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { mostRecordings } from '../../../domain/executions.ts';
import { inspectFile } from '../../evidence/service.ts';
import { Refusal } from '../command.ts';

export type Recording = { name: string; text: string };

/** Bytes of the recordings of one execution: a request has room for them, and for the rest of it. */
export const mostRecorded = 1_500_000;

/**
 * Reads the recordings of an execution from a folder, as the API takes them: unpacked, and as many as fit. `leave` is told the name of
 * each other one, with the reason.
 */
export async function readRecordings(
  folder: string,
  names: readonly string[],
  leave: (name: string, why: string) => void,
): Promise<Recording[]> {
  const recordings: Recording[] = [];
  let size = 0;
  for (const name of names) {
    try {
      if (recordings.length === mostRecordings) throw new Refusal('the others are enough');
      const recording = await readOne(folder, name, mostRecorded - size);
      size += Buffer.byteLength(JSON.stringify(recording.text));
      if (size > mostRecorded) throw new Refusal(tooLarge);
      recordings.push(recording);
    } catch (error) {
      leave(name, (error as Error).message);
    }
  }
  return recordings;
}

const tooLarge = 'it is too large for a request: attach it on the page of the test';

async function readOne(folder: string, name: string, most: number): Promise<Recording> {
  const file = path.join(folder, name);
  if ((await stat(file)).size > most) throw new Refusal(tooLarge);
  const packed = await readFile(file);
  const isPacked = /\.gz$/i.test(name);
  const bytes = isPacked ? await unpack(packed, most) : packed;
  const { fileName, inspector } = inspectFile(isPacked ? name.slice(0, -'.gz'.length) : name);
  inspector.push(bytes);
  inspector.end();
  return { name: fileName, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}

async function unpack(packed: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    return await promisify(gunzip)(packed, { maxOutputLength });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refusal(isLarge ? tooLarge : 'it is damaged');
  }
}
