import { type Db, onTold, tellOthers, tryHoldJob } from '../database/database.ts';
import { DatabaseUnreachable } from '../database/refused.ts';
import { DomainError } from '../errors.ts';
import { type Log, toTrace } from '../log.ts';
import { type JobFigures, type JobOutcome, judgeJobError, noJobsEnded } from './tally.ts';

export type JobHost = {
  db: Db;
  log: Log;
  /** Name of the jobs: in messages to other processes, and in the log. */
  kind: string;
  /**
   * All jobs that are still to be done, whoever was asked for them, in the order to do them. Of jobs that name the same `of`, a person for
   * example, one is at work at a time, and who was served longest ago is next.
   */
  find: () => Promise<readonly FoundJob[]>;
  /** How many this process does at once; left out, one. */
  atOnce?: number;
  /**
   * Does one that nobody else does, and says how it ended; then it isn't found any more. Null: it was done, or given up, meanwhile.
   * One that was stopped stays as it was before.
   */
  run: (id: string, watch: JobWatch) => Promise<JobOutcome | null>;
};

export type FoundJob = string | { id: string; of: string };

/** Signal that stops a job, and its progress: a share from 0 to 1. */
export type JobWatch = { stop: AbortSignal; progress: (share: number) => void };

/** How often jobs are looked for that another process was asked for, or began and didn't end. */
const lookEveryMilliseconds = 2000;

/** How often the other processes are told how far a job is. */
const tellEveryMilliseconds = 250;
/** Of jobs whose progress others have told; the oldest are forgotten. */
const mostTold = 1000;

type Running = { id: string | null; of: string | null; control: AbortController };
type Named = { id: string; of: string | null };

/**
 * Does the jobs of a kind, a few at a time in each process that serves the database, and each in one process alone. What a process
 * leaves that ends or is cut off, another does.
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
  /** Of whom jobs were begun, who was served longest ago first. */
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

  /** Waiting jobs of all processes, as the last look found them. */
  get figures(): JobFigures {
    const running = new Set([...this.#running].map(({ id }) => id));
    const waiting = this.#found.filter(({ id }) => !running.has(id)).length + this.#first.length;
    return { waiting, running: this.#running.size, ended: this.#ended };
  }

  /** How far a job is that is under way, here or elsewhere, as far as that is known. */
  progressOf(id: string): number {
    return this.#progress.get(id) ?? 0;
  }

  /** Looks for jobs; to be called when there is a new one. */
  look(): void {
    if (this.#isClosed) return;
    this.#isAsked = true;
    if (this.#lanes.size >= (this.#host.atOnce ?? 1)) return;
    const lane: Promise<void> = this.#work().finally(() => {
      this.#lanes.delete(lane);
      // Asked for while the last look was under way.
      if (this.#isAsked) this.look();
    });
    this.#lanes.add(lane);
  }

  /** Does `work` here before all jobs that wait; rejects (`unavailable`) what the server's end keeps from it. */
  doFirst<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(stopped());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#first.push(async (stop) => {
      try {
        if (this.#isClosed) throw stopped();
        resolve(await work(stop));
        this.#ended.done += 1;
      } catch (error) {
        this.#ended[judgeJobError(error, stop)] += 1;
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

  /** Does the next job that no other process does; whether there was one. */
  async #doNext(): Promise<boolean> {
    const found = await this.#host.find();
    this.#found = found.map((job) => (typeof job === 'string' ? { id: job, of: null } : job));
    for (const job of this.#inTurn()) {
      // Another lane may have begun it, or one of the same person, while a name was asked for.
      if (this.#isAtWork(job)) continue;
      if (await this.#do(job)) return true;
    }
    return false;
  }

  #isAtWork({ id, of }: Named): boolean {
    return [...this.#running].some((running) => running.id === id || (of !== null && running.of === of));
  }

  /** People never served come first, then the one served longest ago; the jobs of one person stay in order. */
  #inTurn(): Named[] {
    const places = new Map([...this.#served].map((of, index) => [of, index]));
    const placeOf = ({ of }: Named): number => (of === null ? -1 : (places.get(of) ?? -1));
    return this.#found.toSorted((a, b) => placeOf(a) - placeOf(b));
  }

  /** Does a job unless another process does it, or one of the same person; whether it did. */
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
        // There may be another for whoever else is free.
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
