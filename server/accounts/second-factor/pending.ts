import type { Now } from '../../database/clock.ts';
import type { ShortLived } from '../../database/short-lived.ts';
import { digestToken } from '../one-time-token.ts';

/** Operations waiting a few minutes to be completed. Their key may be a secret, so only its digest is stored. */
export class Pending<T> {
  readonly #kept: ShortLived;
  readonly #kind: string;
  readonly #now: Now;
  readonly #milliseconds: number;

  /** `kind`: a word unique to one kind of operation. */
  constructor(kept: ShortLived, kind: string, now: Now, milliseconds: number) {
    this.#kept = kept;
    this.#kind = kind;
    this.#now = now;
    this.#milliseconds = milliseconds;
  }

  /** Replaces the operation pending under this key. */
  put(key: string, value: T): Promise<void> {
    const [name, now] = [this.#nameOf(key), this.#now()];
    return this.#kept.change([name], now, (lent) => lent.set(name, value, now + this.#milliseconds));
  }

  find(key: string): Promise<T | null> {
    const name = this.#nameOf(key);
    return this.#kept.change([name], this.#now(), (lent) => (lent.get(name) as T | undefined) ?? null);
  }

  /** Only one of several concurrent callers gets it. */
  take(key: string): Promise<T | null> {
    const name = this.#nameOf(key);
    return this.#kept.change([name], this.#now(), (lent) => {
      const value = (lent.get(name) as T | undefined) ?? null;
      lent.delete(name);
      return value;
    });
  }

  #nameOf(key: string): string {
    return `${this.#kind} ${digestToken(key)}`;
  }
}
