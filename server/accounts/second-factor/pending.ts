import type { Now } from '../../database/clock.ts';

const capacity = 10_000;

/** What was begun and waits to be finished: in memory, for some minutes. A server that stops forgets it. */
export class Pending<T> {
  readonly #now: Now;
  readonly #milliseconds: number;
  readonly #waiting = new Map<string, { value: T; until: number }>();

  constructor(now: Now, milliseconds: number) {
    this.#now = now;
    this.#milliseconds = milliseconds;
  }

  /** Takes the place of what waited under this key. */
  put(key: string, value: T): void {
    this.#waiting.delete(key);
    this.#waiting.set(key, { value, until: this.#now() + this.#milliseconds });
    if (this.#waiting.size > capacity) this.#waiting.delete(this.#waiting.keys().next().value as string);
  }

  find(key: string): T | null {
    const found = this.#waiting.get(key);
    if (found !== undefined && found.until > this.#now()) return found.value;
    this.#waiting.delete(key);
    return null;
  }

  /** Only one of several gets it. */
  take(key: string): T | null {
    const value = this.find(key);
    this.#waiting.delete(key);
    return value;
  }
}
