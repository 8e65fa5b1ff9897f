import { DomainError } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import type { LiveBounds } from './bounds.ts';

/** Counts the open streams of this process, altogether and of each person. */
export class OpenStreams {
  readonly #bounds: Pick<LiveBounds, 'streams' | 'streamsOfPerson'>;
  readonly #ofPerson = new Map<string, number>();
  #count = 0;

  constructor(bounds: Pick<LiveBounds, 'streams' | 'streamsOfPerson'>) {
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#count;
  }

  /** Refuses one more with `too_many_streams` for this person, or with `busy`. */
  refuseTooMany({ id }: Principal): void {
    const { streamsOfPerson, streams } = this.#bounds;
    if ((this.#ofPerson.get(id) ?? 0) >= streamsOfPerson) {
      throw new DomainError(
        'too_many_streams',
        `One person can have at most ${streamsOfPerson} open event streams`,
        { retryAfterSeconds: 15 },
      );
    }
    if (this.#count >= streams) {
      throw new DomainError('busy', 'Too many event streams are open: read the activity instead', {
        retryAfterSeconds: 15,
      });
    }
  }

  countIn(userId: string, by: 1 | -1): void {
    this.#count += by;
    const count = (this.#ofPerson.get(userId) ?? 0) + by;
    if (count === 0) this.#ofPerson.delete(userId);
    else this.#ofPerson.set(userId, count);
  }
}
