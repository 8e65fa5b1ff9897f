import type { Now } from '../../database/clock.ts';

const minute = 60_000;
/** Entries a minute for one account from one address, whether the account exists or not. */
const ofPair = 1;
const ofAll = 10;
const capacity = 10_000;

/**
 * Decides which refused sign-ins are recorded in the history, so that guessing can't fill the disk. The others are counted, and
 * the next entry states their number.
 */
export class Refusals {
  readonly #now: Now;
  readonly #pairs = new Map<string, Minute>();
  readonly #all = { began: 0, told: 0 };

  constructor(now: Now) {
    this.#now = now;
  }

  /** Counts a refusal; returns the number to be stated in an entry now, or null if none is due. */
  count(account: string, address: string): number | null {
    const key = `${address} ${account}`;
    const pair = this.#pairs.get(key) ?? { began: 0, told: 0, untold: 0 };
    this.#pairs.delete(key);
    this.#pairs.set(key, pair);
    if (this.#pairs.size > capacity) this.#pairs.delete(this.#pairs.keys().next().value as string);
    this.#begin(pair);
    this.#begin(this.#all);
    pair.untold += 1;
    if (pair.told >= ofPair || this.#all.told >= ofAll) return null;
    const { untold } = pair;
    pair.told += 1;
    pair.untold = 0;
    this.#all.told += 1;
    return untold;
  }

  /** A clock set back also starts a new minute. */
  #begin(counted: { began: number; told: number }): void {
    const now = this.#now();
    if (now >= counted.began && now < counted.began + minute) return;
    counted.began = now;
    counted.told = 0;
  }
}

type Minute = { began: number; told: number; untold: number };
