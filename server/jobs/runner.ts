import { type Db, onTold, tellOthers, tryHoldJob } from '../database/database.ts';
import { DatabaseUnreachable } from '../database/refused.ts';
import { DomainError } from '../errors.ts';
import { type Log, toTrace } from '../log.ts';
import { type JobFigures, type JobOutcome, judgeJobError, noJobsEnded } from './tally.ts';

export type JobHost = {
  db: Db;
  log: Log;
  /** What the jobs are: in words to other processes, and in the log. */
  kind: string;
  /** The ids of all jobs that are still to be done, whoever was asked for them, in the order to do them. */
  find: () => Promise<readonly string[]>;
  /**
   * Does one that nobody else does, and says how it ended; then it isn't found any more. Null: it was done, or given up, meanwhile.
   * One that was stopped stays as it was before.
   */
  run: (id: string, watch: JobWatch) => Promise<JobOutcome | null>;
};

/** What a job is stopped by, and tells how far it is: a share from 0 to 1. */
export type JobWatch = { stop: AbortSignal; progress: (share: number) => void };

/** How often jobs are looked for that another process was asked for, or began and didn't end. */
const lookEveryMilliseconds = 2000;

/** How often the other processes are told how far a job is. */
const tellEveryMilliseconds = 250;
/** Of jobs whose progress others have told; the oldest are forgotten. */
const mostTold = 1000;

type Running = { id: string | null; control: AbortController };

/**
 * Does the jobs of a kind, one at a time in each process that serves the database, and each in one process alone. What a process
 * leaves that ends or is cut off, another does.
 */
export class JobRunner {
  readonly #host: JobHost;
  readonly #first: (() => Promise<void>)[] = [];
  readonly #ended = noJobsEnded();
  readonly #timer: NodeJS.Timeout;
  readonly #hearNoMore: () => void;
  #running: Running | null = null;
  #working: Promise<void> | null = null;
  #isAsked = false;
  #isClosed = false;
  #found: readonly string[] = [];
  readonly #progress = new Map<string, number>();
  #toldAt = 0;

  constructor(host: JobHost) {
    this.#host = host;
    this.#timer = setInterval(() => this.look(), lookEveryMilliseconds).unref();
    this.#hearNoMore = onTold(host.db, 'jobs', (text) => {
      const [kind, id = '', word, share] = text.split(' ');
      if (kind !== host.kind) return;
      if (word === 'stop') this.#stopHere(id);
      if (word === 'progress') this.#note(id, Number(share));
    });
  }

  /** What waits is what the last look has found, of all processes. */
  get figures(): JobFigures {
    const running = this.#running;
    const waiting = this.#found.filter((id) => id !== running?.id).length + this.#first.length;
    return { waiting, running: running === null ? 0 : 1, ended: this.#ended };
  }

  /** How far a job is that is under way, here or elsewhere, as far as that is known. */
  progressOf(id: string): number {
    return this.#progress.get(id) ?? 0;
  }

  /** Looks for jobs; to be called when there is a new one. */
  look(): void {
    if (this.#isClosed) return;
    this.#isAsked = true;
    if (this.#working !== null) return;
    this.#working = this.#work().finally(() => {
      this.#working = null;
      // Asked for while the last look was under way.
      if (this.#isAsked) this.look();
    });
  }

  /** Does `work` here before all jobs that wait; rejects (`unavailable`) what the server's end keeps from it. */
  doFirst<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(stopped());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#first.push(async () => {
      const { control } = this.#running as Running;
      try {
        if (this.#isClosed) throw stopped();
        resolve(await work(control.signal));
        this.#ended.done += 1;
      } catch (error) {
        this.#ended[judgeJobError(error, control.signal)] += 1;
        reject(error);
      }
    });
    this.look();
    return promise;
  }

  /** Has a job given up, by whoever does it. */
  stop(id: string): void {
    this.#stopHere(id);
    tellOthers(this.#host.db, 'jobs', `${this.#host.kind} ${id} stop`);
  }

  /** Stops what is under way, begins nothing more, and returns when that has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#hearNoMore();
    this.#running?.control.abort();
    await this.#working;
  }

  #stopHere(id: string): void {
    if (this.#running?.id === id) this.#running.control.abort();
  }

  #note(id: string, share: number): void {
    this.#progress.delete(id);
    this.#progress.set(id, share);
    if (this.#progress.size > mostTold) this.#progress.delete(this.#progress.keys().next().value as string);
  }

  #tell(id: string, share: number): void {
    this.#note(id, share);
    const now = performance.now();
    if (share > 0 && now - this.#toldAt < tellEveryMilliseconds) return;
    this.#toldAt = now;
    tellOthers(this.#host.db, 'jobs', `${this.#host.kind} ${id} progress ${share}`);
  }

  async #work(): Promise<void> {
    while (this.#isAsked || this.#first.length > 0) {
      const first = this.#first.shift();
      if (first !== undefined) {
        await this.#during(null, first);
        continue;
      }
      this.#isAsked = false;
      if (this.#isClosed) return;
      try {
        if (await this.#doNext()) this.#isAsked = true;
      } catch (error) {
        if (error instanceof DatabaseUnreachable) continue;
        this.#host.log.error({ event: 'job_failed', kind: this.#host.kind, ...toTrace(error) });
      }
    }
  }

  /** Does the next job that no other process does; whether there was one. */
  async #doNext(): Promise<boolean> {
    const { db, kind, find, run } = this.#host;
    this.#found = await find();
    for (const id of this.#found) {
      const letGo = await tryHoldJob(db, `${kind} ${id}`);
      if (letGo === null) continue;
      try {
        const progress = (share: number): void => this.#tell(id, share);
        progress(0);
        const outcome = await this.#during(id, ({ signal }) => run(id, { stop: signal, progress }));
        if (outcome === null) continue;
        this.#ended[outcome] += 1;
        return true;
      } finally {
        this.#progress.delete(id);
        await letGo();
      }
    }
    return false;
  }

  async #during<T>(id: string | null, work: (control: AbortController) => Promise<T>): Promise<T> {
    const running = { id, control: new AbortController() };
    this.#running = running;
    try {
      return await work(running.control);
    } finally {
      this.#running = null;
    }
  }
}

function stopped(): DomainError {
  return new DomainError('unavailable', 'The work was stopped');
}
