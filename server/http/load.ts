import pLimit from 'p-limit';
import { DomainError } from '../errors.ts';

export type LoadBounds = {
  /** Bytes that an anonymous caller may send. */
  publicBody: BodyBounds;
  body: BodyBounds;
  /** Bytes of request bodies being received, in total and per person. */
  bodiesInHand: number;
  bodiesOfPerson: number;
  /** Concurrent requests for one public operation, and those waiting. */
  anonymousInWork: number;
  anonymousWaiting: number;
};

export type BodyBounds = { bytes: number; milliseconds: number };

const mebibyte = 1024 * 1024;

export const usualLoad: LoadBounds = {
  publicBody: { bytes: 8 * 1024, milliseconds: 10_000 },
  body: { bytes: mebibyte, milliseconds: 60_000 },
  bodiesInHand: 64 * mebibyte,
  bodiesOfPerson: 8 * mebibyte,
  anonymousInWork: 8,
  // Everyone signs in when an exercise begins.
  anonymousWaiting: 512,
};

/** This part of each body is not counted, so that small edits always get through; connections are limited anyway. */
const uncounted = 16 * 1024;

/** A part of the budget taken by one body as it arrives. */
export type BodyShare = {
  /** Takes more bytes. Refuses `busy` when there is no room for them. */
  take(bytes: number): void;
  /** Returns everything taken, once. */
  release(): void;
};

/** The memory for bodies, so that nobody can fill it with large ones that never end. */
export class BodyBudget {
  readonly #bounds: Pick<LoadBounds, 'bodiesInHand' | 'bodiesOfPerson'>;
  #taken = 0;
  readonly #ofPerson = new Map<string, number>();

  constructor(bounds: Pick<LoadBounds, 'bodiesInHand' | 'bodiesOfPerson'>) {
    this.#bounds = bounds;
  }

  /** Starts a person's body. */
  open(person: string): BodyShare {
    let size = 0;
    let taken = 0;
    return {
      take: (bytes) => {
        const more = Math.max(0, size + bytes - uncounted) - taken;
        if (more > 0) {
          this.#take(person, more);
          taken += more;
        }
        size += bytes;
      },
      release: () => {
        if (taken > 0) this.#giveBack(person, taken);
        taken = 0;
      },
    };
  }

  #take(person: string, bytes: number): void {
    const ofPerson = (this.#ofPerson.get(person) ?? 0) + bytes;
    if (ofPerson > this.#bounds.bodiesOfPerson || this.#taken + bytes > this.#bounds.bodiesInHand)
      throw busy();
    this.#ofPerson.set(person, ofPerson);
    this.#taken += bytes;
  }

  #giveBack(person: string, bytes: number): void {
    const left = (this.#ofPerson.get(person) ?? 0) - bytes;
    if (left > 0) this.#ofPerson.set(person, left);
    else this.#ofPerson.delete(person);
    this.#taken -= bytes;
  }
}

/** Queues work, running a few at a time. Refuses `busy` once too many wait. */
export function createQueue(bounds: LoadBounds): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(bounds.anonymousInWork);
  return async (work) => {
    if (limit.pendingCount >= bounds.anonymousWaiting) throw busy();
    return limit(work);
  };
}

function busy(): DomainError {
  return new DomainError('busy', 'The server is busy: try again in a moment', {
    retryAfterSeconds: 1,
  });
}
