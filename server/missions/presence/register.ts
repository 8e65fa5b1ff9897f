import type { Now } from '../../database/clock.ts';
import type { Principal } from '../../permissions.ts';
import type { Presence, Whereabouts } from './contract.ts';

/** Time after which someone is no longer present, unless they report again. */
const staysMs = 20_000;
/** Limits per mission of sessions kept, and of people reported. */
const mostSessions = 200;
const mostPeople = 50;

/** Owner of a window. */
type Person = Pick<Principal, 'id' | 'sessionId' | 'displayName'>;

type Seen = Presence['people'][number] & { until: number };

/** Presence: people in a mission and their place, as reported by them. It is only kept in memory, and not for long. */
export class People {
  readonly #now: Now;
  /** By session, in order of arrival. */
  readonly #seen = new Map<string, Seen>();
  /** Changes with every reported change. */
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

  /** Everyone once; a person with several sessions is at the place reported last. */
  list(): Presence {
    const people = new Map<string, Seen>();
    for (const seen of this.#seen.values()) {
      const other = people.get(seen.id);
      if (other === undefined || other.until < seen.until) people.set(seen.id, seen);
    }
    return { people: [...people.values()].slice(0, mostPeople).map(({ until: _, ...person }) => person) };
  }
}
