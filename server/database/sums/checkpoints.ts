import { readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type Sqlite from 'better-sqlite3';
import { readLog } from './log.ts';
import { areCurrent, markClosed, type PageSums, readSums, removeSums, writeSums } from './page-sums.ts';

export type CheckpointProblems = {
  /** SQLite couldn't bring the log into the database file; what was committed is still in the log. */
  onFailed(error: unknown): void;
  /** The sums couldn't be written, and are gone. */
  onSumsLost(error: unknown): void;
};

/** Four times what SQLite itself lets gather, because most of the time goes into syncs; and how often they are counted. */
const framesToGather = 4000;
const writesBetween = 16;

type State = { log: number; checkpointed: number };

/**
 * Brings the log into the database file, in SQLite's stead: the sums of what gets there are made durable before anybody can
 * begin the log anew. Whatever happens before that leaves it all in the log, to be done again.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #sqlite: Sqlite.Database;
  readonly #openOther: () => Sqlite.Database;
  readonly #problems: CheckpointProblems;
  #writes = 0;
  /** As long as the log was when it was last brought over. */
  #done = 0;

  /** `openOther` makes another connection, which keeps writers out meanwhile. */
  constructor(
    file: string,
    sqlite: Sqlite.Database,
    openOther: () => Sqlite.Database,
    problems: CheckpointProblems,
  ) {
    this.#file = file;
    this.#sqlite = sqlite;
    this.#openOther = openOther;
    this.#problems = problems;
  }

  /** Called after each commit; never throws. */
  afterWrite(): void {
    this.#writes += 1;
    if (this.#writes % writesBetween !== 0) return;
    try {
      const { log } = this.#checkpoint('noop');
      if (log < this.#done) this.#done = 0;
      if (log < this.#done + framesToGather) return;
      this.#done = log;
    } catch (error) {
      this.#tell(error);
    }
    this.#withoutWriters(0, () => this.#bringOver());
  }

  /** Makes all sums anew, from the database file; `handle` is of that. */
  sumAnew(handle: number): void {
    // A log without frames has no generation yet.
    const version = this.#sqlite.pragma('user_version', { simple: true });
    this.#sqlite.pragma(`user_version = ${version}`);
    this.#withoutWriters(1000, () => this.#bringOver(handle));
  }

  /** Called before the connection closes; what it returns, after. */
  close(): () => void {
    let modified: number | null = null;
    this.#withoutWriters(1000, () => {
      if (this.#bringOver()) modified = modifiedAt(this.#file);
    });
    return () => {
      // Another program may have come and gone since.
      if (modified === null || modifiedAt(this.#file) !== modified) return;
      try {
        markClosed(this.#file);
      } catch {
        // Then the next start makes the sums anew.
      }
    };
  }

  /** Returns whether the sums are current afterwards. */
  #bringOver(handle?: number): boolean {
    const { log: frames, checkpointed } = this.#checkpoint('passive');
    // Somebody still reads an older state: the log stays.
    if (checkpointed !== frames) return false;
    try {
      const known = readSums(this.#file);
      const fresh = { sums: new Map<number, number>(), size: 0 };
      const log = readLog(this.#file, ({ index, page, size, content }) => {
        if (index >= frames) return false;
        fresh.sums.set(page, crc32(content));
        if (size > 0) fresh.size = size;
        return true;
      });
      if (log === null) return false;
      let sums: Uint32Array;
      if (handle !== undefined) sums = sumAll(handle, log.pageSize, fresh.size);
      else if (known === null || !areCurrent(this.#file, known, log)) return false;
      else if (frames === 0) return true;
      else sums = merge(known, fresh);
      writeSums(this.#file, {
        pageSize: log.pageSize,
        through: log.generation,
        modified: modifiedAt(this.#file),
        sums,
      });
      return true;
    } catch (error) {
      removeSums(this.#file);
      this.#problems.onSumsLost(error);
      return false;
    }
  }

  #checkpoint(mode: 'noop' | 'passive'): State {
    return (this.#sqlite.pragma(`wal_checkpoint(${mode})`) as [State])[0];
  }

  #withoutWriters(patience: number, work: () => void): void {
    let other: Sqlite.Database | undefined;
    try {
      other = this.#openOther();
      other.pragma(`busy_timeout = ${patience}`);
      other.exec('begin immediate');
      work();
    } catch (error) {
      this.#tell(error);
    } finally {
      other?.close();
    }
  }

  #tell(error: unknown): void {
    if (!/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code)))
      this.#problems.onFailed(error);
  }
}

function modifiedAt(file: string): number {
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
  const sums = new Uint32Array(fresh.size);
  sums.set(known.subarray(0, fresh.size));
  for (const [page, sum] of fresh.sums) if (page <= fresh.size) sums[page - 1] = sum;
  return sums;
}
