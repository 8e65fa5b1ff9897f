/** Lets so many in at a time, in the order in which they came. */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** The way to leave again. Throws when the signal aborts the wait. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new Error('interrupted');
    if (this.#free > 0) {
      this.#free--;
    } else {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
        reject(new Error('interrupted'));
      };
      this.#waiting.push(resolve);
      signal.addEventListener('abort', giveUp, { once: true });
      await promise.finally(() => signal.removeEventListener('abort', giveUp));
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
