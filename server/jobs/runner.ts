import { type Db, onTold, tellOthers, tryHoldJob } from '../database/database.ts';
import { DatabaseUnreachable } from '../database/refused.ts';
import { bindView, wholly } from '../database/view.ts';
import { DomainError } from '../errors.ts';
import { type Log, toTrace } from '../log.ts';
import { type JobFigures, type JobOutcome, judgeJobError, noJobsEnded } from './tally.ts';

export type JobHost = {
  db: Db;
  log: Log;
  /** Name of the jobs: in messages to other processes, and in the log. */
  kind: string;
  /**
   * All pending jobs of all processes, in order of processing. Of jobs with the same `of`, for example a person, one runs at a
   * time, and the one served longest ago is next.
   */
  find: () => Promise<readonly FoundJob[]>;
  /** Limit of concurrent jobs in this process; one by default. */
  atOnce?: number;
  /**
   * Runs a job exclusively, and returns its outcome; then it is no longer found. Null: it was done or cancelled in the meantime.
   * A stopped job stays as it was before.
   */
  run: (id: string, watch: JobWatch) => Promise<JobOutcome | null>;
};

export type FoundJob = string | { id: string; of: string };

/** Signal that stops a job, and its progress: a share from 0 to 1. */
export type JobWatch = { stop: AbortSignal; progress: (share: number) => void };

/** Interval of looking for jobs that another process received, or abandoned. */
const lookEveryMilliseconds = 2000;

/** Interval of telling other processes the progress of a job. */
const tellEveryMilliseconds = 250;
/** Limit of jobs whose progress others have reported; the oldest are dropped. */
const mostTold = 1000;

type Running = { id: string | null; of: string | null; control: AbortController };
type Named = { id: string; of: string | null };

/**
 * Runs the jobs of a kind, a few at a time in each process of the database, each in one process only. Jobs abandoned by a process
 * are taken over by another.
 */
export class JobRunner {
  readonly #host: JobHost;
  readonly #first: ((stop: AbortSignal) => Promise<void>)[] = [];
  readonly #ended = noJobsEnded();
  readonly #timer: NodeJS.Timeout;
  readonly #hearNoMore: () => void;
  readonly #running = new Set<Running>();
  readonly #lanes = new Set<Promise<void>>();
  #isAsked = false;
  #isClosed = false;
  #found: readonly Named[] = [];
  /** People whose jobs were started, the one served longest ago first. */
  readonly #served = new Set<string>();
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

  /** Waiting jobs of all processes, as of the last look. */
  get figures(): JobFigures {
    const running = new Set([...this.#running].map(({ id }) => id));
    const waiting = this.#found.filter(({ id }) => !running.has(id)).length + this.#first.length;
    return { waiting, running: this.#running.size, ended: this.#ended };
  }

  /** Known progress of a running job, here or elsewhere. */
  progressOf(id: string): number {
    return this.#progress.get(id) ?? 0;
  }

  /** Looks for jobs; call it when there is a new one. */
  look(): void {
    if (this.#isClosed) return;
    this.#isAsked = true;
    if (this.#lanes.size >= (this.#host.atOnce ?? 1)) return;
    // The work of a job is nobody's request, whoever had it looked for.
    const lane: Promise<void> = wholly(() => this.#work()).finally(() => {
      this.#lanes.delete(lane);
      // Another look was requested during the last one.
      if (this.#isAsked) this.look();
    });
    this.#lanes.add(lane);
  }

  /** Runs `work` here before all waiting jobs; rejects (`unavailable`) when the server stops first. */
  doFirst<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(stopped());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const ofCaller = bindView(work);
    this.#first.push(async (stop) => {
      try {
        if (this.#isClosed) throw stopped();
        resolve(await ofCaller(stop));
        this.#ended.done += 1;
      } catch (error) {
        this.#ended[judgeJobError(error, stop)] += 1;
        reject(error);
      }
    });
    this.look();
    return promise;
  }

  /** Stops a job, in any process. */
  stop(id: string): void {
    this.#stopHere(id);
    tellOthers(this.#host.db, 'jobs', `${this.#host.kind} ${id} stop`);
  }

  /** Stops running jobs, starts no more, and returns when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#hearNoMore();
    for (const { control } of this.#running) control.abort();
    await Promise.all(this.#lanes);
  }

  #stopHere(id: string): void {
    for (const running of this.#running) if (running.id === id) running.control.abort();
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
        await this.#during({ id: null, of: null }, ({ signal }) => first(signal));
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

  /** Runs the next job that no other process runs; returns whether there was one. */
  async #doNext(): Promise<boolean> {
    const found = await this.#host.find();
    this.#found = found.map((job) => (typeof job === 'string' ? { id: job, of: null } : job));
    for (const job of this.#inTurn()) {
      // Another lane may have started it, or a job of the same person, in the meantime.
      if (this.#isAtWork(job)) continue;
      if (await this.#do(job)) return true;
    }
    return false;
  }

  #isAtWork({ id, of }: Named): boolean {
    return [...this.#running].some((running) => running.id === id || (of !== null && running.of === of));
  }

  /** People never served come first, then the one served longest ago; each person's jobs stay in order. */
  #inTurn(): Named[] {
    const places = new Map([...this.#served].map((of, index) => [of, index]));
    const placeOf = ({ of }: Named): number => (of === null ? -1 : (places.get(of) ?? -1));
    return this.#found.toSorted((a, b) => placeOf(a) - placeOf(b));
  }

  /** Runs a job unless another process runs it or one of the same person; returns whether it ran. */
  #do(job: Named): Promise<boolean> {
    const { id, of } = job;
    return this.#during(job, async ({ signal }) => {
      const names = of === null ? [id] : [`of ${of}`, id];
      const held: (() => Promise<void>)[] = [];
      try {
        for (const name of names) {
          const letGo = await tryHoldJob(this.#host.db, `${this.#host.kind} ${name}`);
          if (letGo === null) return false;
          held.push(letGo);
        }
        if (of !== null) this.#noteServed(of);
        // There may be another job for a free process.
        this.look();
        const progress = (share: number): void => this.#tell(id, share);
        progress(0);
        const outcome = await this.#host.run(id, { stop: signal, progress });
        if (outcome === null) return false;
        this.#ended[outcome] += 1;
        return true;
      } finally {
        this.#progress.delete(id);
        for (const letGo of held.reverse()) await letGo();
      }
    });
  }

  #noteServed(of: string): void {
    this.#served.delete(of);
    this.#served.add(of);
    if (this.#served.size > mostTold) this.#served.delete(this.#served.values().next().value as string);
  }

  async #during<T>(
    { id, of }: Named | Omit<Running, 'control'>,
    work: (control: AbortController) => Promise<T>,
  ): Promise<T> {
    const running = { id, of, control: new AbortController() };
    this.#running.add(running);
    try {
      return await work(running.control);
    } finally {
      this.#running.delete(running);
    }
  }
}

function stopped(): DomainError {
  return new DomainError('unavailable', 'The work was stopped');
}
