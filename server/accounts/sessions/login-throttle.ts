import { isIPv4, isIPv6 } from 'node:net';
import type { Now } from '../../database/clock.ts';
import { DomainError } from '../../errors.ts';

/** Failures without a wait: people mistype. */
const freeOfPair = 5;
const freeOfAccount = 10;
/** A whole team may share one address. */
const freeOfNetwork = 300;
/** The longest anyone is made to wait. */
const longestWait = 60_000;
/** The longest wait for the failures of others, or of somebody else who tries the same account from the same address. */
const longestWaitForOthers = { known: 5_000, network: 1_000 };
/** Failures are forgotten after this long without another one. */
const memory = 15 * 60_000;
/** Three of a million codes are right at any time: 144 guesses a day find one in 230 days on average. */
const longestWaitForCodes = 10 * 60_000;
const memoryOfCodes = 24 * 60 * 60_000;
const capacity = 10_000;

/**
 * Slows the guessing of passwords. Attempts that fail are counted for the account from one network, for the network over all
 * accounts, and for the account over all networks; past the free ones each doubles the wait, up to a minute. An attempt
 * counts as failed from its beginning, so that many at once gain nothing.
 *
 * An attacker can't lock an owner out. A network that has signed in to the account before isn't held to the counts of the
 * account and of the network, and waits 5 s at most for its own: somebody else behind the same address may have failed. Any
 * other network gets a turn within a minute and keeps it, whatever others do meanwhile: if the wait were counted from the
 * last failure, an attacker who never stops would take every gap. The network's own count, many times what a person needs,
 * only keeps one address to an attempt a second over all accounts.
 */
export class LoginThrottle {
  readonly #now: Now;
  readonly #pairs: Tally;
  readonly #accounts: Tally;
  readonly #networks: Tally;
  readonly #sessions: Tally;
  readonly #codes: Tally;
  /** Pairs that have signed in. */
  readonly #known = new Map<string, true>();
  /** When a pair that waits for an account under attack has its turn. */
  readonly #turns = new Map<string, number>();

  constructor(now: Now) {
    this.#now = now;
    this.#pairs = new Tally(now);
    this.#accounts = new Tally(now);
    this.#networks = new Tally(now);
    this.#sessions = new Tally(now);
    this.#codes = new Tally(now, memoryOfCodes);
  }

  /**
   * Begins an attempt, which counts as failed until it succeeds. Refuses one that comes too early (429 with the seconds to
   * wait).
   */
  admit(account: string, address: string): void {
    const network = toNetwork(address);
    const pair = `${network} ${account}`;
    const isKnown = this.#known.has(pair);
    refuseEarly(
      isKnown
        ? this.#pairs.wait(pair, freeOfPair, longestWaitForOthers.known)
        : Math.max(
            this.#pairs.wait(pair, freeOfPair),
            this.#networks.wait(network, freeOfNetwork, longestWaitForOthers.network),
            this.#untilTurn(pair, account),
          ),
    );
    this.#turns.delete(pair);
    this.#pairs.add(pair);
    this.#networks.add(network);
    this.#accounts.add(account);
  }

  /** Takes the attempt back: it was not a guess. */
  succeeded(account: string, address: string): void {
    this.passwordWasRight(account, address);
    this.recognise(account, address);
  }

  /** Takes the attempt back, and nothing else: a second factor is still to be shown. */
  passwordWasRight(account: string, address: string): void {
    const network = toNetwork(address);
    this.#pairs.takeBack(`${network} ${account}`);
    this.#networks.takeBack(network);
    this.#accounts.takeBack(account);
  }

  /** Remembers that the owner of the account has been let in from there, and forgets what failed before. */
  recognise(account: string, address: string): void {
    const pair = `${toNetwork(address)} ${account}`;
    this.#pairs.forget(pair);
    remember(this.#known, pair, true);
  }

  /**
   * Begins an attempt of somebody who is signed in, which counts as failed until it succeeds and is nobody else's. Refuses one
   * that comes too early, as `admit` does.
   */
  admitSession(sessionId: string): void {
    refuseEarly(this.#sessions.wait(sessionId, freeOfPair));
    this.#sessions.add(sessionId);
  }

  /** Takes the attempt back: it was not a guess. */
  succeededInSession(sessionId: string): void {
    this.#sessions.forget(sessionId);
  }

  /**
   * Begins a try of a six-digit code, which only somebody with the password can make; it counts as failed until it succeeds.
   * Tries are counted for the account, but those of a network that has signed in to it by themselves: whoever has found out the
   * password can't lock its owner out there. Refuses one that comes too early, as `admit` does.
   */
  admitCode(account: string, address: string): void {
    const key = this.#keyOfCodes(account, address);
    refuseEarly(this.#codes.wait(key, freeOfPair, longestWaitForCodes));
    this.#codes.add(key);
  }

  /** Takes the try back: it was not a guess. */
  codeSucceeded(account: string, address: string): void {
    this.#codes.forget(this.#keyOfCodes(account, address));
  }

  #keyOfCodes(account: string, address: string): string {
    const pair = `${toNetwork(address)} ${account}`;
    return this.#known.has(pair) ? pair : account;
  }

  #untilTurn(pair: string, account: string): number {
    const wait = computeWait(this.#accounts.count(account) - freeOfAccount);
    if (wait === 0) return 0;
    const now = this.#now();
    let turn = this.#turns.get(pair);
    if (turn === undefined || turn > now + longestWait || turn + memory < now) {
      turn = now + wait;
      remember(this.#turns, pair, turn);
    }
    return turn - now;
  }
}

/** Failures by key. */
class Tally {
  readonly #now: Now;
  readonly #memory: number;
  readonly #failures = new Map<string, { count: number; last: number }>();

  constructor(now: Now, milliseconds = memory) {
    this.#now = now;
    this.#memory = milliseconds;
  }

  count(key: string): number {
    const failures = this.#failures.get(key);
    if (failures === undefined) return 0;
    const now = this.#now();
    // A clock that was set back must not make anyone wait for it to catch up.
    if (failures.last > now) failures.last = now;
    if (now - failures.last < this.#memory) return failures.count;
    this.#failures.delete(key);
    return 0;
  }

  wait(key: string, free: number, longest = longestWait): number {
    const wait = computeWait(this.count(key) - free, longest);
    return wait === 0 ? 0 : Math.max(0, (this.#failures.get(key)?.last ?? 0) + wait - this.#now());
  }

  add(key: string): void {
    remember(this.#failures, key, { count: this.count(key) + 1, last: this.#now() });
  }

  takeBack(key: string): void {
    const failures = this.#failures.get(key);
    if (failures === undefined) return;
    failures.count -= 1;
    if (failures.count === 0) this.#failures.delete(key);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}

function refuseEarly(wait: number): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw new DomainError('too_many_requests', `Too many failed attempts: try again in ${seconds} s`, {
    retryAfterSeconds: seconds,
  });
}

function computeWait(failuresPastFree: number, longest = longestWait): number {
  return failuresPastFree < 0 ? 0 : Math.min(longest, 1000 * 2 ** Math.min(failuresPastFree, 10));
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > capacity) map.delete(map.keys().next().value as string);
}

/** What counts as one network: an IPv4 address, or the first half of an IPv6 one, as its owner can use any second half. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    const missing = 8 - groups.length - last.length - (tail.includes('.') ? 1 : 0);
    groups.push(...Array<string>(missing).fill('0'), ...last);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
