import { DomainError } from '../errors.ts';

export type TurnBounds = {
  /** Concurrent work of all people; each person has at most one. */
  atOnce: number;
  /** Limit of waiting requests, of all people and of one. */
  waiting: number;
  waitingOfPerson: number;
};

type Waiting = { person: string; begin: () => void };

/** Turns for work that someone waits for: one at a time per person, a few at once, and people take turns. */
export class Turns {
  readonly #bounds: TurnBounds;
  readonly #busy = new Set<string>();
  readonly #waiting: Waiting[] = [];
  /** Order of the last turns, of people who still have work here. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a turn of this person, and returns a function to end it. Refuses `too_many_requests` while too many wait,
   * `unavailable` when `stop` is aborted.
   */
  async take(person: string, stop: AbortSignal): Promise<() => void> {
    if (stop.aborted) throw stopped();
    const { waiting, waitingOfPerson } = this.#bounds;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { person, begin: resolve };
    this.#waiting.push(entry);
    this.#beginNext();
    const ofPerson = this.#waiting.filter((other) => other.person === person);
    if (ofPerson.includes(entry) && (ofPerson.length > waitingOfPerson || this.#waiting.length > waiting)) {
      this.#remove(entry);
      throw new DomainError('too_many_requests', 'Too many of these are waiting: let them finish first', {
        retryAfterSeconds: 10,
      });
    }
    const onStop = () => {
      if (this.#remove(entry)) reject(stopped());
    };
    stop.addEventListener('abort', onStop);
    try {
      await promise;
    } finally {
      stop.removeEventListener('abort', onStop);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#busy.delete(person);
      this.#forget(person);
      this.#beginNext();
    };
  }

  /**
   * People without an earlier turn come first, then the one whose last turn is longest ago; for one person, the oldest request.
   */
  #beginNext(): void {
    while (this.#busy.size < this.#bounds.atOnce) {
      const free = this.#waiting.filter(({ person }) => !this.#busy.has(person));
      const lastTurn = ({ person }: Waiting) => this.#lastTurns.get(person) ?? 0;
      const next = free.reduce<Waiting | null>(
        (best, entry) => (best === null || lastTurn(entry) < lastTurn(best) ? entry : best),
        null,
      );
      if (next === null) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#busy.add(next.person);
      this.#turns += 1;
      this.#lastTurns.set(next.person, this.#turns);
      next.begin();
    }
  }

  #remove(entry: Waiting): boolean {
    const place = this.#waiting.indexOf(entry);
    if (place === -1) return false;
    this.#waiting.splice(place, 1);
    this.#forget(entry.person);
    return true;
  }

  #forget(person: string): void {
    const isHere = this.#busy.has(person) || this.#waiting.some((entry) => entry.person === person);
    if (!isHere) this.#lastTurns.delete(person);
  }
}

function stopped(): DomainError {
  return new DomainError('unavailable', 'The work was stopped');
}
