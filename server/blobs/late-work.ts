import { setTimeout as delay } from 'node:timers/promises';
import { StoreFailure } from './store-failure.ts';

const pauseMilliseconds = 2000;

/** Work postponed while the store was unreachable, in its original order. */
export class LateWork {
  readonly #waiting: (() => Promise<void>)[] = [];

  /**
   * Runs the work now, or once the store answers; rejects on any other failure. Work left when the process ends is done at the
   * next start.
   */
  async nowOrLater(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      this.#waiting.push(work);
      if (this.#waiting.length === 1) void this.#tryAgain();
    }
  }

  /** Never rejects. */
  async #tryAgain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await delay(pauseMilliseconds, undefined, { ref: false });
      try {
        for (let work = this.#waiting[0]; work !== undefined; work = this.#waiting[0]) {
          await work();
          this.#waiting.shift();
        }
      } catch (error) {
        if (!(error instanceof StoreFailure)) this.#waiting.length = 0;
      }
    }
  }
}
