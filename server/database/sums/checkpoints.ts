import type Sqlite from 'better-sqlite3';
import { runInThread } from '../../threads.ts';
import { connect } from '../connect.ts';
import { restoreThreadError } from '../storage-errors.ts';
import { bringOver, checkpoint, modifiedAt, type Outcome, type SummedFrames } from './bring-over.ts';
import type { ThreadOutcome } from './checkpoint-worker.ts';
import { markClosed } from './page-sums.ts';

export type CheckpointProblems = {
  /** SQLite couldn't copy the log into the database file; committed data is still in the log. */
  onFailed(error: unknown): void;
  /** The sums couldn't be written, and were removed. */
  onSumsLost(error: unknown): void;
};

type InTurn = (work: () => void) => Promise<void>;

/** Three times SQLite's own limit, because syncs take most of the time; also the interval of counting frames. */
const framesToGather = 3000;
const writesBetween = 16;

/** A thread copies the log of one large write, and then later frames up to a limit. */
const framesAtOnce = 4000;
const mostThreads = 4;
const patience = 100;

/**
 * Copies the log into the database file in place of SQLite, so that the sums of its pages are durable before anyone can restart
 * the log. After an earlier failure everything is still in the log, and can be repeated.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #sqlite: Sqlite.Database;
  readonly #problems: CheckpointProblems;
  #writes = 0;
  /** Length of the log when it was last copied. */
  #done = 0;
  #underWay: Promise<void> | null = null;

  constructor(file: string, sqlite: Sqlite.Database, problems: CheckpointProblems) {
    this.#file = file;
    this.#sqlite = sqlite;
    this.#problems = problems;
  }

  /** Called after each commit, with a function that waits for a write turn and holds it while `work` runs; never throws. */
  afterWrite(inTurn: InTurn): void {
    this.#writes += 1;
    if (this.#writes % writesBetween !== 0 || this.#underWay !== null) return;
    let frames: number;
    try {
      const { log } = checkpoint(this.#sqlite, 'noop');
      if (log < this.#done) this.#done = 0;
      frames = log - this.#done;
      if (frames < framesToGather) return;
      this.#done = log;
    } catch (error) {
      this.#tell(error);
      return;
    }
    if (frames <= framesAtOnce) this.#withoutWriters(0, () => this.#bringOver());
    else
      this.#underWay = this.#bringOverInThread(inTurn).finally(() => {
        this.#underWay = null;
      });
  }

  /** Resolves once no thread is working on it. */
  async settled(): Promise<void> {
    await this.#underWay;
  }

  /** Recomputes all sums from the database file with this descriptor. */
  sumAnew(handle: number): void {
    // A log without frames has no generation yet.
    const version = this.#sqlite.pragma('user_version', { simple: true });
    this.#sqlite.pragma(`user_version = ${version}`);
    this.#withoutWriters(1000, () => this.#bringOver({ handle }));
  }

  /** Called before the connection closes; the returned function is called afterwards. */
  close(): () => void {
    let modified: number | null = null;
    this.#withoutWriters(1000, () => {
      if (this.#bringOver()) modified = modifiedAt(this.#file);
    });
    return () => {
      // Another program may have used the file since.
      if (modified === null || modifiedAt(this.#file) !== modified) return;
      try {
        markClosed(this.#file);
      } catch {
        // Makes the next start recompute the sums.
      }
    };
  }

  /** A reader of the newest state prevents a restart of the log, but no writes. */
  async #bringOverInThread(inTurn: InTurn): Promise<void> {
    let reader: Sqlite.Database | undefined;
    let summed: SummedFrames | undefined;
    try {
      for (let threads = 0; threads < mostThreads; threads += 1) {
        const before = reader;
        reader = openReader(this.#file);
        before?.close();
        const { outcome, left } = await checkpointInThread(this.#file);
        this.#note(outcome);
        if (outcome.sums !== 'partly') break;
        summed = outcome.summed;
        if (left <= framesAtOnce) break;
      }
    } catch (error) {
      this.#tell(error);
    }
    await inTurn(() =>
      this.#withoutWriters(patience, () => {
        reader?.close();
        this.#bringOver({ summed });
      }),
    );
    reader?.close();
  }

  /** Returns whether the sums are current afterwards. */
  #bringOver(known: { summed?: SummedFrames | undefined; handle?: number } = {}): boolean {
    const outcome = this.#note(bringOver(this.#file, this.#sqlite, { ...known, others: 'read' }));
    return outcome.sums === 'current';
  }

  #note(outcome: Outcome): Outcome {
    if (outcome.sums === 'lost') this.#problems.onSumsLost(outcome.error);
    return outcome;
  }

  #withoutWriters(patience: number, work: () => void): void {
    let other: Sqlite.Database | undefined;
    try {
      other = connect(this.#file, {});
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

function openReader(file: string): Sqlite.Database {
  const reader = connect(file, { readonly: true });
  reader.exec('begin');
  reader.prepare('select 1 from sqlite_schema limit 1').get();
  return reader;
}

const problem = (what: string) => (): Error => new Error(`the thread of a checkpoint ${what}`);

function checkpointInThread(file: string): Promise<ThreadOutcome> {
  const work = {
    module: new URL('./checkpoint-thread.js', import.meta.url),
    task: { file },
    memory: { old: 64, young: 16 },
    milliseconds: 60_000,
    problems: {
      memory: problem('ran out of memory'),
      time: problem('took too long'),
      ended: problem('ended'),
      stopped: problem('was stopped'),
      failed: restoreThreadError,
    },
  };
  return runInThread<ThreadOutcome, ThreadOutcome>(
    work,
    new AbortController().signal,
    (outcome, { resolve }) => resolve(outcome),
  );
}
