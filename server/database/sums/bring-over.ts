import { readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type Sqlite from 'better-sqlite3';
import { type Frame, readLog } from './log.ts';
import { areCurrent, type PageSums, readSums, removeSums, writeSums } from './page-sums.ts';

/** Frames in the log, and how many of them are already in the database file. */
export type LogState = { log: number; checkpointed: number };

/**
 * `current`: the whole log is in the file, and in its sums. `partly`: this many frames of this generation are. `stale`: the file
 * has no valid sums, or someone still reads an older state. `lost`: the sums couldn't be written, and were removed.
 */
export type Outcome =
  | { sums: 'current' | 'stale' }
  | { sums: 'partly'; summed: SummedFrames }
  | { sums: 'lost'; error: unknown };

export type SummedFrames = { generation: number; frames: number };

export function checkpoint(sqlite: Sqlite.Database, mode: 'noop' | 'passive'): LogState {
  return (sqlite.pragma(`wal_checkpoint(${mode})`) as [LogState])[0];
}

type Circumstances = {
  /** Whether others may use the log in the meantime. Nobody may restart it. */
  others: 'read' | 'write';
  /** Pages already in the sums. */
  summed?: SummedFrames | undefined;
  /** Descriptor of the database file, to recompute all sums. */
  handle?: number | undefined;
};

/**
 * Copies the log into the database file, unless someone reads an older state, and makes its sums durable. Throws SQLite's errors.
 */
export function bringOver(file: string, sqlite: Sqlite.Database, circumstances: Circumstances): Outcome {
  const { log: frames, checkpointed } = checkpoint(sqlite, 'passive');
  const isWhole = circumstances.others === 'read' && frames >= 0 && checkpointed === frames;
  if (circumstances.others === 'read' ? !isWhole : checkpointed <= 0) return { sums: 'stale' };
  try {
    return sumUp(file, checkpointed, circumstances);
  } catch (error) {
    removeSums(file);
    return { sums: 'lost', error };
  }
}

function sumUp(file: string, frames: number, { others, summed, handle }: Circumstances): Outcome {
  const known = readSums(file);
  const { generation } = readLog(file, () => false) ?? {};
  const fresh = { sums: new Map<number, number>(), size: 0 };
  const first = summed !== undefined && summed.generation === generation ? summed.frames : 0;
  const visit = ({ index, page, size, content }: Frame): boolean => {
    if (index >= frames) return false;
    fresh.sums.set(page, crc32(content));
    if (size > 0) fresh.size = size;
    return true;
  };
  const log = readLog(file, visit, first);
  if (log === null) return { sums: 'stale' };
  const { pageSize } = log;
  let sums: Uint32Array;
  if (handle !== undefined) sums = sumAll(handle, pageSize, fresh.size);
  else if (known === null || !areCurrent(file, known, log)) return { sums: 'stale' };
  else if (frames === 0) return { sums: 'current' };
  else sums = merge(known, fresh);
  const isWhole = others === 'read';
  const through = isWhole ? log.generation : (log.generation - 1) >>> 0;
  writeSums(file, { pageSize, through, modified: modifiedAt(file), sums });
  return isWhole ? { sums: 'current' } : { sums: 'partly', summed: { generation: log.generation, frames } };
}

export function modifiedAt(file: string): number {
  return statSync(file).mtimeMs;
}

function sumAll(handle: number, pageSize: number, size: number): Uint32Array {
  const page = Buffer.alloc(pageSize);
  return Uint32Array.from({ length: size }, (_, index) => {
    const bytes = readSync(handle, page, 0, pageSize, index * pageSize);
    return bytes === pageSize ? crc32(page) : 0;
  });
}

function merge({ sums: known }: PageSums, fresh: { sums: Map<number, number>; size: number }): Uint32Array {
  // Size 0: all frames are already in the sums.
  const size = fresh.size === 0 ? known.length : fresh.size;
  const sums = new Uint32Array(size);
  sums.set(known.subarray(0, size));
  for (const [page, sum] of fresh.sums) if (page <= size) sums[page - 1] = sum;
  return sums;
}
