import { C2Error } from './adapter.ts';

/** An answer is kept this many times as long as it took. */
const restFactor = 5;
const shortestPauseMs = 5_000;
const longestPauseMs = 30_000;
const mostQuestions = 1_000;

type Asked = {
  running: Promise<unknown> | null;
  answer: unknown;
  failure: C2Error | null;
  failuresInARow: number;
  /** Time until which the answer or failure is valid. */
  standsUntil: number;
};

export type Manner = {
  /** Ignores earlier answers. */
  fresh?: boolean;
  /** Retries even after a recent failure, because a person is waiting. */
  byHand?: boolean;
  /** Whether an answer should be kept. */
  keep?: boolean;
};

/**
 * Limits the rate of each question to a framework: concurrent callers share an answer; an answer is kept for five times as long
 * as it took, a failure for five seconds, doubling each time; neither for more than 30 s.
 */
export class Pacing {
  readonly #clock: () => number;
  readonly #questions = new Map<string, Asked>();

  /** `clock` returns monotonic milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The answer for `key`; `question` calls `begin` when it actually contacts the framework. */
  async ask<T>(
    key: string,
    question: (begin: () => void) => Promise<T>,
    { fresh = false, byHand = false, keep = true }: Manner = {},
  ): Promise<T> {
    const before = this.#questions.get(key);
    if (before?.running) return before.running as Promise<T>;
    const left = before === undefined ? 0 : before.standsUntil - this.#clock();
    if (before !== undefined && left > 0) {
      if (before.failure === null && !fresh) return before.answer as T;
      if (before.failure !== null && !byHand) throw withPause(before.failure, left);
    }
    const asked: Asked = {
      running: null,
      answer: undefined,
      failure: null,
      failuresInARow: before?.failuresInARow ?? 0,
      standsUntil: 0,
    };
    this.#remember(key, asked);
    const running = this.#put(asked, question).then((answer) => {
      if (!keep) this.#questions.delete(key);
      return answer;
    });
    asked.running = running;
    return running;
  }

  /** Whether `key` would be answered from memory. */
  stands(key: string): boolean {
    const asked = this.#questions.get(key);
    return asked?.running === null && asked.failure === null && asked.standsUntil > this.#clock();
  }

  /** Lets failed questions be asked again at once, but keeps the count of their failures. */
  tryNow(): void {
    for (const asked of this.#questions.values()) if (asked.failure !== null) asked.standsUntil = 0;
  }

  async #put<T>(asked: Asked, question: (begin: () => void) => Promise<T>): Promise<T> {
    let begun = this.#clock();
    const computeRestMs = () => Math.min(restFactor * (this.#clock() - begun), longestPauseMs);
    try {
      const answer = await question(() => {
        begun = this.#clock();
      });
      asked.answer = answer;
      asked.failuresInARow = 0;
      asked.standsUntil = this.#clock() + computeRestMs();
      return answer;
    } catch (error) {
      if (!(error instanceof C2Error) || !isFailureOfFramework(error)) throw error;
      asked.failure = error;
      const pause = shortestPauseMs * 2 ** Math.min(asked.failuresInARow, 10);
      const pauseMs = Math.min(Math.max(pause, computeRestMs()), longestPauseMs);
      asked.failuresInARow += 1;
      asked.standsUntil = this.#clock() + pauseMs;
      throw withPause(error, pauseMs);
    } finally {
      asked.running = null;
    }
  }

  #remember(key: string, asked: Asked): void {
    this.#questions.delete(key);
    this.#questions.set(key, asked);
    for (const [oldest, { running }] of this.#questions) {
      if (this.#questions.size <= mostQuestions) return;
      if (running === null && oldest !== key) this.#questions.delete(oldest);
    }
  }
}

/** An answer about a single task counts as an answer. */
function isFailureOfFramework({ reason }: C2Error): boolean {
  return reason !== 'not_found' && reason !== 'not_finished' && reason !== 'too_large';
}

function withPause(failure: C2Error, retryInMs: number): C2Error {
  const { reason, message, presentedFingerprint } = failure;
  return new C2Error(reason, message, { presentedFingerprint, retryInMs });
}
