import { DomainError } from './errors.ts';
import { type JobFigures, type JobOutcome, judgeJobError, noJobsEnded } from './job-tally.ts';

type Item = { begin: (stop: AbortSignal) => Promise<void>; give: () => void; control: AbortController };
export type Queued<T> = { ended: Promise<T>; stop: () => void };

/** Does one piece of long work at a time. */
export class Queue {
  #waiting: Item[] = [];
  #running: { item: Item; ended: Promise<void> } | null = null;
  #closed = false;
  readonly #ended = noJobsEnded();
  readonly #judge: (error: unknown, stop: AbortSignal) => JobOutcome;

  /** `judge` says how work ended that threw. */
  constructor(judge = judgeJobError) {
    this.#judge = judge;
  }

  get figures(): JobFigures {
    return { waiting: this.#waiting.length, running: this.#running === null ? 0 : 1, ended: this.#ended };
  }

  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Does `work` in its turn, before all that waits where somebody waits for it. It rejects with `unavailable` what is stopped before
   * its turn; what has begun gives up by the signal that it was given.
   */
  add<T>(work: (stop: AbortSignal) => Promise<T>, { first = false } = {}): Queued<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const item: Item = {
      control: new AbortController(),
      begin: (stop) =>
        work(stop).then(
          (result) => {
            this.#ended.done += 1;
            resolve(result);
          },
          (error: unknown) => {
            this.#ended[this.#judge(error, stop)] += 1;
            reject(error);
          },
        ),
      give: () => {
        this.#ended.stopped += 1;
        reject(new DomainError('unavailable', 'The work was stopped'));
      },
    };
    if (this.#closed) item.give();
    else if (first) this.#waiting.unshift(item);
    else this.#waiting.push(item);
    this.#goOn();
    return { ended: promise, stop: () => this.#stop(item) };
  }

  /** Stops all work, lets no other begin, and returns when it has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const item of [...this.#waiting]) this.#stop(item);
    this.#running?.item.control.abort();
    await this.#running?.ended;
  }

  #stop(item: Item): void {
    if (this.#waiting.includes(item)) {
      this.#waiting = this.#waiting.filter((other) => other !== item);
      item.give();
    } else {
      item.control.abort();
    }
  }

  #goOn(): void {
    if (this.#running !== null) return;
    const item = this.#waiting.shift();
    if (item === undefined) return;
    const ended = item.begin(item.control.signal).then(() => {
      this.#running = null;
      this.#goOn();
    });
    this.#running = { item, ended };
  }
}
