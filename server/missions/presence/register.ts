import type { Now } from '../../database/clock.ts';
import type { Principal } from '../../permissions.ts';
import type { Presence, Whereabouts } from './contract.ts';

/** How long somebody is there who doesn't say so again. */
const staysMs = 20_000;
/** Of a mission: so many sessions are kept, and so many people told. */
const mostSessions = 200;
const mostPeople = 50;

/** Whose window it is. */
type Person = Pick<Principal, 'id' | 'sessionId' | 'displayName'>;

type Seen = Presence['people'][number] & { until: number };

/** Presence: people in a mission and their place, as they report it. It is kept in memory alone, and not for long. */
export class People {
  readonly #now: Now;
  /** By session, in the order in which they came. */
  readonly #seen = new Map<string, Seen>();
  /** Changes with what is told. */
  version = 0;

  constructor(now: Now) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  note({ id, sessionId, displayName }: Person, { test_id = null, field = null }: Whereabouts): void {
    const before = this.#seen.get(sessionId);
    const place = { id, display_name: displayName, test_id, field: test_id === null ? null : field };
    const oldest = this.#seen.keys().next().value;
    if (before === undefined && this.#seen.size >= mostSessions && oldest !== undefined)
      this.#seen.delete(oldest);
    this.#seen.set(sessionId, { ...place, until: this.#now() + staysMs });
    const isNews =
      before === undefined ||
      before.test_id !== place.test_id ||
      before.field !== place.field ||
      before.display_name !== place.display_name;
    if (isNews) this.version += 1;
  }

  forget(sessionId: string): void {
    if (this.#seen.delete(sessionId)) this.version += 1;
  }

  forgetExpired(): void {
    const time = this.#now();
    for (const [session, { until }] of this.#seen) if (until <= time) this.forget(session);
  }

  /** Everybody once; who has several sessions is where they said last that they are. */
  list(): Presence {
    const people = new Map<string, Seen>();
    for (const seen of this.#seen.values()) {
      const other = people.get(seen.id);
      if (other === undefined || other.until < seen.until) people.set(seen.id, seen);
    }
    return { people: [...people.values()].slice(0, mostPeople).map(({ until: _, ...person }) => person) };
  }
}
