import { DomainError } from '../errors.ts';

/** The store is not to be had, or didn't do what it was asked; the message says why in a word of its own. */
export class StoreFailure extends DomainError {
  /** In a word: the status and the code of an answer, or the code of the connection's failure. */
  readonly why: string;
  /** Whether asking again may help. */
  readonly isPassing: boolean;
  /** Whether it answered, and so is there, and refuses. */
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

/** The store has no room left, which says nothing of this machine's disk. */
export class StoreFull extends DomainError {
  constructor() {
    super('disk_full', 'The store of files has no space left; nothing was kept');
  }
}

/** The place belongs to another installation, whose files this one would take for leftovers; the message needs the place's name. */
export class StoreTaken extends Error {
  readonly tell: (place: string) => string;

  constructor(tell: (place: string) => string) {
    super(tell('The place'));
    this.tell = tell;
  }
}
