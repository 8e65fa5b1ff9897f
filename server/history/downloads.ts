import type { Now } from '../database/clock.ts';
import type { Principal } from '../permissions.ts';

/** A video is requested in many ranges, and a preview again with every visit. */
const sameForMilliseconds = 10 * 60_000;
const capacity = 10_000;

/** Distinguishes the first download of a file in a session from those that soon follow. */
export class Downloads {
  readonly #now: Now;
  readonly #told = new Map<string, number>();

  constructor(now: Now) {
    this.#now = now;
  }

  isFirst({ sessionId }: Principal, what: string): boolean {
    const key = `${sessionId} ${what}`;
    const now = this.#now();
    const told = this.#told.get(key);
    if (told !== undefined && now >= told && now < told + sameForMilliseconds) return false;
    this.#told.delete(key);
    this.#told.set(key, now);
    if (this.#told.size > capacity) this.#told.delete(this.#told.keys().next().value as string);
    return true;
  }
}
