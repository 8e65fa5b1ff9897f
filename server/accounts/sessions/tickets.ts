import type { Now } from '../../database/clock.ts';
import type { ShortLived } from '../../database/short-lived.ts';
import { digestToken, makeToken } from '../one-time-token.ts';
import { mostTicketsOfPerson, ticketSeconds } from './rules.ts';

/** The session behind a ticket. */
export type Holder = { sub: string; sid: string };

/**
 * One-time tickets that sign in requests that can't carry a header. Only digests are stored. A ticket beyond the limit replaces
 * the person's oldest.
 */
export class Tickets {
  readonly #kept: ShortLived;
  readonly #now: Now;

  constructor(kept: ShortLived, now: Now) {
    this.#kept = kept;
    this.#now = now;
  }

  async issue(holder: Holder): Promise<string> {
    const ticket = makeToken();
    const name = toName(digestToken(ticket));
    const own = `tickets ${holder.sub}`;
    const now = this.#now();
    const until = now + ticketSeconds * 1000;
    const dropped = await this.#kept.change([own, name], now, (lent) => {
      const names = [...((lent.get(own) as string[] | undefined) ?? []), name];
      lent.set(name, holder, until);
      lent.set(own, names.slice(-mostTicketsOfPerson), until);
      return names.slice(0, -mostTicketsOfPerson);
    });
    for (const old of dropped) await this.#kept.change([old], now, (lent) => lent.delete(old));
    return ticket;
  }

  /** The holder of a ticket, once; null if it is unknown, used or expired. */
  async redeem(ticket: string): Promise<Holder | null> {
    const name = toName(digestToken(ticket));
    const now = this.#now();
    const holder = await this.#kept.change([name], now, (lent) => {
      const found = (lent.get(name) as Holder | undefined) ?? null;
      lent.delete(name);
      return found;
    });
    if (holder === null) return null;
    const own = `tickets ${holder.sub}`;
    await this.#kept.change([own], now, (lent) => {
      const left = ((lent.get(own) as string[] | undefined) ?? []).filter((other) => other !== name);
      lent.set(own, left, now + ticketSeconds * 1000);
    });
    return holder;
  }
}

function toName(digest: string): string {
  return `ticket ${digest}`;
}
