import type { Now } from '../database/clock.ts';
import { DomainError } from '../errors.ts';

/** Failures that cost nothing; a person mistypes. */
const freeFailures = 5;
/** Longest wait for one address, and for one account from an address that has never signed in to it. */
const longestWait = 60_000;
/** Failures are forgotten after this long without another one. */
const memory = 15 * 60_000;
/** An address may try many accounts: it is slowed later than a single account is. */
const freeFailuresOfAddress = 20;
const capacity = 10_000;

type Failures = { count: number; last: number };

/**
 * Slows the guessing of passwords. Failures are counted for the pair of account and address, for the account over all
 * addresses, and for the address over all accounts; each step past the free ones doubles the wait, up to a minute. An
 * address from which the account has signed in before is not held to the account's own count, so an attacker elsewhere
 * can't keep its owner out.
 */
export class LoginThrottle {
  readonly #now: Now;
  readonly #failures = new Map<string, Failures>();
  readonly #known = new Map<string, true>();

  constructor(now: Now) {
    this.#now = now;
  }

  /** Refuses (429 with the seconds to wait) an attempt that comes too early. */
  admit(account: string, address: string): void {
    const waits = [
      this.#wait(pairKey(account, address), freeFailures),
      this.#wait(addressKey(address), freeFailuresOfAddress),
    ];
    if (!this.#known.has(pairKey(account, address))) {
      waits.push(this.#wait(accountKey(account), freeFailures * 2));
    }
    const wait = Math.max(...waits);
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw new DomainError('too_many_requests', `Too many failed attempts: try again in ${seconds} s`, {
        retryAfterSeconds: seconds,
      });
    }
  }

  failed(account: string, address: string): void {
    for (const key of [pairKey(account, address), addressKey(address), accountKey(account)]) {
      const before = this.#failures.get(key);
      const fresh = before !== undefined && this.#now() - before.last < memory;
      remember(this.#failures, key, { count: (fresh ? before.count : 0) + 1, last: this.#now() });
    }
  }

  succeeded(account: string, address: string): void {
    this.#failures.delete(pairKey(account, address));
    remember(this.#known, pairKey(account, address), true);
  }

  #wait(key: string, free: number): number {
    const failures = this.#failures.get(key);
    if (failures === undefined || failures.count < free) return 0;
    const elapsed = Math.max(0, this.#now() - failures.last);
    if (elapsed >= memory) return 0;
    const wait = Math.min(longestWait, 1000 * 2 ** (failures.count - free));
    return Math.max(0, wait - elapsed);
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > capacity) map.delete(map.keys().next().value as string);
}

const pairKey = (account: string, address: string): string => `pair ${address} ${account}`;
const addressKey = (address: string): string => `address ${address}`;
const accountKey = (account: string): string => `account ${account}`;
