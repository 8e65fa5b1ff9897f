import type { Now } from '../../database/clock.ts';
import { digestToken, makeToken } from '../one-time-token.ts';
import { mostTicketsOfPerson, ticketSeconds } from './rules.ts';

/** Whose session a ticket stands for. */
export type Holder = { sub: string; sid: string };
type Kept = Holder & { until: number };

/**
 * One-time tickets, which sign in a request that can't carry a header. They live in memory, by their digest: a server that
 * starts again knows none. One too many of a person takes the place of their oldest.
 */
export class Tickets {
  readonly #now: Now;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(now: Now) {
    this.#now = now;
  }

  issue(holder: Holder): string {
    this.#forgetExpired();
    const own = [...this.#kept].filter(([, { sub }]) => sub === holder.sub);
    const oldest = own[0];
    if (oldest !== undefined && own.length >= mostTicketsOfPerson) this.#kept.delete(oldest[0]);
    const ticket = makeToken();
    this.#kept.set(digestToken(ticket), { ...holder, until: this.#now() + ticketSeconds * 1000 });
    return ticket;
  }

  /** Whom a ticket stands for, once; null for one that is unknown, used or too old. */
  redeem(ticket: string): Holder | null {
    this.#forgetExpired();
    const digest = digestToken(ticket);
    const kept = this.#kept.get(digest);
    this.#kept.delete(digest);
    return kept === undefined ? null : { sub: kept.sub, sid: kept.sid };
  }

  #forgetExpired(): void {
    const time = this.#now();
    for (const [digest, { until }] of this.#kept) if (until <= time) this.#kept.delete(digest);
  }
}
