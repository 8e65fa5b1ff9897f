const freshMilliseconds = 1000;
const patienceMilliseconds = 2000;

/**
 * Tells whether files can be reached and created in all their stores, which may be on another machine. Safe to call often: it
 * checks at most once a second, and not again while a check is pending.
 */
export class FilesProbe {
  readonly #checks: readonly (() => Promise<void>)[];
  #asked = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #answer: Promise<boolean> = Promise.resolve(true);

  /** Each check rejects while files are unavailable. */
  constructor(checks: readonly (() => Promise<void>)[]) {
    this.#checks = checks;
  }

  canUse(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#asked >= freshMilliseconds && !this.#isLooking) {
      this.#asked = now;
      this.#isLooking = true;
      const looked = this.#look().finally(() => {
        this.#isLooking = false;
      });
      this.#answer = within(patienceMilliseconds, looked);
    }
    return this.#answer;
  }

  async #look(): Promise<boolean> {
    const looked = await Promise.allSettled(this.#checks.map((check) => check()));
    return looked.every(({ status }) => status === 'fulfilled');
  }
}

/** An unanswered check of a lost file server counts as failed. */
function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const patience = setTimeout(() => resolve(false), milliseconds);
  answer.then(resolve).finally(() => clearTimeout(patience));
  return promise;
}
