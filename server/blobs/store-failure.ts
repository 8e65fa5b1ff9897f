import { DomainError } from '../errors.ts';

/** The store is unavailable or failed; the message states a short reason. */
export class StoreFailure extends DomainError {
  /** The status and code of the answer, or the code of the connection failure. */
  readonly why: string;
  /** Whether a retry may help. */
  readonly isPassing: boolean;
  /** Whether the store answered with a refusal. */
  readonly isRefusal: boolean;

  constructor(why: string, is: { passing: boolean; refusal: boolean }) {
    super(
      'unavailable',
      is.refusal
        ? `The store of files refuses (${why}): try again later`
        : `The store of files does not answer as it should (${why}): try again later`,
    );
    this.why = why;
    this.isPassing = is.passing;
    this.isRefusal = is.refusal;
  }
}

/** The store is full; the local disk may not be. */
export class StoreFull extends DomainError {
  constructor() {
    super('disk_full', 'The store of files has no space left; nothing was kept');
  }
}

/**
 * The place belongs to another installation, whose files would count as leftovers here; the caller adds the place's name to the
 * message.
 */
export class StoreTaken extends Error {
  readonly tell: (place: string) => string;

  constructor(tell: (place: string) => string) {
    super(tell('The place'));
    this.tell = tell;
  }
}
