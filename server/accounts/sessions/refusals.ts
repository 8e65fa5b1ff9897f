import type { Now } from '../../database/clock.ts';

const minute = 60_000;
/** Entries a minute for one account from one address, whether there is such an account or not. */
const ofPair = 1;
const ofAll = 10;
const capacity = 10_000;

/**
 * Which refused sign-ins the history tells of: guessing must not fill the disk. Those in between are counted, and the next
 * entry says how many there were.
 */
export class Refusals {
  readonly #now: Now;
  readonly #pairs = new Map<string, Minute>();
  readonly #all = { began: 0, told: 0 };

  constructor(now: Now) {
    this.#now = now;
  }

  /** Counts a refusal; returns how many an entry tells of now, or null when none is due. */
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

  /** A clock that was set back begins a new minute too. */
  #begin(counted: { began: number; told: number }): void {
    const now = this.#now();
    if (now >= counted.began && now < counted.began + minute) return;
    counted.began = now;
    counted.told = 0;
  }
}

type Minute = { began: number; told: number; untold: number };
