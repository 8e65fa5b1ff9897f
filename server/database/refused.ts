export type DatabaseRefusal =
  | 'in_use'
  | 'not_writable'
  | 'newer'
  | 'too_old'
  | 'damaged'
  | 'foreign'
  | 'unsuitable';

/** A data folder or database that can't be opened; the one-line message names it. */
export class DatabaseRefused extends Error {
  readonly reason: DatabaseRefusal;
  constructor(message: string, reason: DatabaseRefusal = 'unsuitable', options?: { cause: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

export const unreachable = 'DATABASE_UNREACHABLE';

/** The database refused the connection, or it broke or is silent; running work may or may not have been done. */
export class DatabaseUnreachable extends Error {
  /** Name of the error when it has lost its class. */
  readonly code = unreachable;
  constructor(cause: unknown) {
    super("the database can't be reached", { cause });
  }
}
