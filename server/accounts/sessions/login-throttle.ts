import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Now } from '../../database/clock.ts';
import type { Lent, ShortLived } from '../../database/short-lived.ts';
import { DomainError } from '../../errors.ts';

/** Failures without a wait, because people mistype. */
const freeOfPair = 5;
const freeOfAccount = 10;
/** A whole team may share one address. */
const freeOfNetwork = 300;
/** The longest wait. */
const longestWait = 60_000;
/** The longest wait caused by others' failures, including attempts on the same account from the same address. */
const longestWaitForOthers = { known: 5_000, network: 1_000 };
/** Time between admitted turns, from one network and for one account. */
const betweenTurns = { known: 1_000, unknown: 12_000, network: 1_000 };
/** Time for which a turn stays valid. */
const turnMilliseconds = 30_000;
/** Failures are forgotten after this long without another. */
const memory = 15 * 60_000;
/** Three of a million codes are valid at any time: at 144 guesses a day one is found after 230 days on average. */
const longestWaitForCodes = 10 * 60_000;
const memoryOfCodes = 24 * 60 * 60_000;
/** A sign-in from a place is remembered for a month. */
const memoryOfOwners = 30 * 24 * 60 * 60_000;

/**
 * Slows down password guessing. Failed attempts are counted for the account from one network, for the network over all accounts,
 * and for the account over all networks; beyond the free ones, each doubles the wait, up to a minute. An attempt counts as failed
 * from its start, so that parallel attempts gain nothing. An attacker can't lock an owner out. A network that has signed in to
 * the account before isn't held to the counts of the account and of the network, and waits at most 5 s for its own, because
 * someone else at the same address may have failed. Any other network gets a turn within a minute and keeps it, whatever others
 * do: if the wait were counted from the last failure, a persistent attacker would take every gap. The network's own count, many
 * times what a person needs, only limits one address to an attempt a second over all accounts. The same holds for an attacker at
 * the owner's own address: someone refused who returns with the same password after the wait has their own turn. Repeating a
 * tried password gains a guesser nothing, and such turns are admitted once a second from a known network, and once in 12 s from
 * others. A browser that the owner has signed in with is exempt: only its own failures count for it, and for nobody else, and
 * beyond the free ones it waits like anyone. A thief of its token gains as many guesses.
 */
export class LoginThrottle {
  readonly #kept: ShortLived;
  readonly #now: Now;
  readonly #secret: string;

  /** `secret` is shared by all processes. */
  constructor(kept: ShortLived, now: Now, secret: string) {
    this.#kept = kept;
    this.#now = now;
    this.#secret = secret;
  }

  /**
   * Starts an attempt, which counts as failed until it succeeds; `device` is one the owner has signed in with. Refuses an early
   * one (429 with the seconds to wait).
   */
  async admit(
    account: string,
    address: string,
    password: string,
    device: string | null = null,
  ): Promise<void> {
    if (device !== null) {
      const lane = nameLane(account, device);
      refuseEarly(await this.#count([lane], (counts) => counts.admit(lane, longestWait)));
      return;
    }
    const names = this.#nameAttempt(account, address, password);
    const { pair, network, owner, known, turn, attempt } = names;
    const wait = await this.#count(Object.values(names), (counts) => {
      const isKnown = counts.isNoted(known);
      const wait = isKnown
        ? counts.wait(pair, freeOfPair, longestWaitForOthers.known)
        : Math.max(
            counts.wait(pair, freeOfPair),
            counts.wait(network, freeOfNetwork, longestWaitForOthers.network),
            counts.untilTurn(turn, owner),
          );
      if (wait > 0) {
        const whole = isKnown
          ? counts.wholeWait(pair, freeOfPair, longestWaitForOthers.known)
          : Math.max(
              wait,
              counts.wholeWait(pair, freeOfPair),
              counts.wholeWait(network, freeOfNetwork, longestWaitForOthers.network),
            );
        const untilOwn = counts.untilOwnTurn(attempt, whole);
        const gaps: [string, number][] = isKnown
          ? [[names.lastOfPair, betweenTurns.known]]
          : [
              [names.lastOfPair, betweenTurns.unknown],
              [names.lastOfNetwork, betweenTurns.network],
            ];
        const still = Math.min(wait, untilOwn > 0 ? untilOwn : counts.untilApart(gaps));
        if (still > 0) return still;
        for (const [name, milliseconds] of gaps) counts.noteTurn(name, milliseconds);
      }
      counts.forget(turn);
      counts.noteTried(attempt);
      for (const name of [pair, network, owner]) counts.add(name);
      return 0;
    });
    refuseEarly(wait);
  }

  /** Withdraws the attempt: it was not a guess. */
  async succeeded(
    account: string,
    address: string,
    password: string,
    device: string | null = null,
  ): Promise<void> {
    await this.passwordWasRight(account, address, password, device);
    await this.recognise(account, address, device);
  }

  /** Withdraws only the attempt: a second factor is still needed. */
  passwordWasRight(
    account: string,
    address: string,
    password: string,
    device: string | null = null,
  ): Promise<void> {
    if (device !== null) {
      const lane = nameLane(account, device);
      return this.#count([lane], (counts) => counts.takeBack(lane));
    }
    const { pair, network, owner, attempt } = this.#nameAttempt(account, address, password);
    const counted = [pair, network, owner];
    return this.#count([...counted, attempt], (counts) => {
      for (const name of counted) counts.takeBack(name);
      counts.forget(attempt);
    });
  }

  /** Remembers that the account's owner has signed in from there, and forgets earlier failures. */
  recognise(account: string, address: string, device: string | null = null): Promise<void> {
    const { pair, known } = namePair(account, address);
    const lanes = device === null ? [] : [nameLane(account, device)];
    return this.#count([pair, known, ...lanes], (counts) => {
      for (const name of [pair, ...lanes]) counts.forget(name);
      counts.note(known, memoryOfOwners);
    });
  }

  /**
   * Starts an attempt by a signed-in person; it counts as failed until it succeeds, for this session only. Refuses an early one,
   * as `admit` does.
   */
  async admitSession(sessionId: string): Promise<void> {
    const name = `of_session ${sessionId}`;
    refuseEarly(await this.#count([name], (counts) => counts.admit(name, longestWait)));
  }

  /** Withdraws the attempt: it was not a guess. */
  succeededInSession(sessionId: string): Promise<void> {
    const name = `of_session ${sessionId}`;
    return this.#count([name], (counts) => counts.forget(name));
  }

  /**
   * Starts a try of a six-digit code, after a correct password; it counts as failed until it succeeds. Tries are counted per
   * account, but separately for a network that has signed in to it and for a session, so that someone who knows the password
   * can't lock the owner out. Refuses an early one, as `admit` does.
   */
  async admitCode(tries: CodeTries): Promise<void> {
    const names = nameCodes(tries);
    const wait = await this.#count(names.all, (counts) =>
      counts.admit(
        names.pick((name) => counts.isNoted(name)),
        longestWaitForCodes,
      ),
    );
    refuseEarly(wait);
  }

  /** Withdraws the try: it was not a guess. */
  codeSucceeded(tries: CodeTries): Promise<void> {
    const names = nameCodes(tries);
    return this.#count(names.all, (counts) => counts.forget(names.pick((name) => counts.isNoted(name))));
  }

  /** Keys under which an attempt is counted; the password is used only as a digest. */
  #nameAttempt(account: string, address: string, password: string) {
    const network = toNetwork(address);
    const digest = createHmac('sha256', this.#secret).update(
      `attempt ${account} ${password.normalize('NFC')}`,
    );
    return {
      ...namePair(account, address),
      network: `of_network ${network}`,
      lastOfNetwork: `last_turn_of_network ${network}`,
      owner: `of_account ${account}`,
      /** The turn of this password, or the mark that it was tried. */
      attempt: `attempt ${network} ${account} ${digest.digest('base64url').slice(0, 10)}`,
    };
  }

  #count<T>(names: readonly string[], work: (counts: Counts) => T): Promise<T> {
    const now = this.#now();
    return this.#kept.change(names, now, (lent) => work(new Counts(lent, now)));
  }
}

/** Failures of a device that the account's owner has signed in with; counted for this device only. */
function nameLane(account: string, device: string): string {
  return `of_device ${device} ${account}`;
}

/** State of an account from one network. */
function namePair(account: string, address: string) {
  const pair = `${toNetwork(address)} ${account}`;
  return {
    pair: `of_pair ${pair}`,
    /** Marks that this pair has signed in. */
    known: `owner ${pair}`,
    /** Turn of a pair waiting for an account under attack. */
    turn: `turn ${pair}`,
    /** Time at which the last waiting pair was admitted. */
    lastOfPair: `last_turn_of_pair ${pair}`,
  };
}

/** Scope in which code tries are counted: an account from a network, or a session. */
export type CodeTries = { account: string; address: string } | { session: string };

function nameCodes(tries: CodeTries): {
  all: string[];
  pick: (isNoted: (name: string) => boolean) => string;
} {
  if ('session' in tries) {
    const ofSession = `code_of_session ${tries.session}`;
    return { all: [ofSession], pick: () => ofSession };
  }
  const { known } = namePair(tries.account, tries.address);
  const ofPair = `code_of_pair ${known.slice(known.indexOf(' ') + 1)}`;
  const ofAccount = `code_of_account ${tries.account}`;
  return {
    all: [known, ofPair, ofAccount],
    pick: (isNoted) => (isNoted(known) ? ofPair : ofAccount),
  };
}

type Failures = { count: number; last: number };

/** Replaces the turn of a password that was already tried. */
const tried = 'tried';

/** Failures by name at one moment. */
class Counts {
  readonly #lent: Lent;
  readonly #now: number;

  constructor(lent: Lent, now: number) {
    this.#lent = lent;
    this.#now = now;
  }

  isNoted(name: string): boolean {
    return this.#lent.get(name) !== undefined;
  }

  note(name: string, milliseconds: number): void {
    this.#lent.set(name, true, this.#now + milliseconds);
  }

  /** Returns the wait; an attempt without a wait is counted. */
  admit(name: string, longest: number): number {
    const wait = this.wait(name, freeOfPair, longest);
    if (wait === 0) this.add(name);
    return wait;
  }

  wait(name: string, free: number, longest = longestWait): number {
    const { count, last } = this.#failures(name);
    const wait = computeWait(count - free, longest);
    return wait === 0 ? 0 : Math.max(0, last + wait - this.#now);
  }

  /** The wait counted from now instead of the last failure. */
  wholeWait(name: string, free: number, longest = longestWait): number {
    return computeWait(this.#failures(name).count - free, longest);
  }

  /** Time until the turn of a refused password, which is assigned if it has none; 0 once the turn has come. */
  untilOwnTurn(name: string, wait: number): number {
    const now = this.#now;
    const kept = this.#lent.get(name);
    if (kept === tried) return Number.POSITIVE_INFINITY;
    let turn = kept as number | undefined;
    if (turn === undefined || turn > now + longestWait) {
      turn = now + wait;
      this.#lent.set(name, turn, turn + turnMilliseconds);
    }
    return Math.max(0, turn - now);
  }

  /** Time until all of these gaps have passed. */
  untilApart(gaps: readonly [name: string, milliseconds: number][]): number {
    const waits = gaps.map(([name, milliseconds]) => {
      const last = (this.#lent.get(name) as number | undefined) ?? Number.NEGATIVE_INFINITY;
      return last > this.#now ? 0 : last + milliseconds - this.#now;
    });
    return Math.max(0, ...waits);
  }

  noteTurn(name: string, milliseconds: number): void {
    this.#lent.set(name, this.#now, this.#now + milliseconds);
  }

  noteTried(name: string): void {
    this.#lent.set(name, tried, this.#now + memory);
  }

  add(name: string): void {
    this.#keep(name, { count: this.#failures(name).count + 1, last: this.#now });
  }

  takeBack(name: string): void {
    const { count, last } = this.#failures(name);
    if (count <= 1) this.forget(name);
    else this.#keep(name, { count: count - 1, last });
  }

  forget(name: string): void {
    this.#lent.delete(name);
  }

  untilTurn(name: string, owner: string): number {
    const wait = computeWait(this.#failures(owner).count - freeOfAccount);
    if (wait === 0) return 0;
    const now = this.#now;
    let turn = this.#lent.get(name) as number | undefined;
    if (turn === undefined || turn > now + longestWait || turn + memory < now) {
      turn = now + wait;
      this.#lent.set(name, turn, turn + memory);
    }
    return turn - now;
  }

  #failures(name: string): Failures {
    const failures = this.#lent.get(name) as Failures | undefined;
    if (failures === undefined || this.#now - failures.last >= memoryOf(name)) return { count: 0, last: 0 };
    // After a clock is set back, nobody must wait until it catches up.
    if (failures.last > this.#now) {
      failures.last = this.#now;
      this.#keep(name, failures);
    }
    return failures;
  }

  #keep(name: string, failures: Failures): void {
    this.#lent.set(name, failures, failures.last + memoryOf(name));
  }
}

function memoryOf(name: string): number {
  return name.startsWith('code_') ? memoryOfCodes : memory;
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

/**
 * The network of an address: all of an IPv4 address, or the first half of an IPv6 address, because its owner can use any second
 * half.
 */
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
