import type { Problem } from '../../../server/http/contract.ts';

/** A refusal of the server, or a server that can't be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: Problem['code'] | 'offline';
  /** Ways to continue after a correct password. */
  readonly secondFactor: NonNullable<Problem['second_factor']> | null;
  readonly requestId: string | null;
  /** Messages by field, for forms. */
  readonly fields: Record<string, string>;
  /** The same in the server's order, possibly several for one field. */
  readonly errors: readonly { path: string; message: string }[];

  constructor(
    status: number,
    problem: Partial<Omit<Problem, 'code'>> & { code: Problem['code'] | 'offline'; detail: string },
  ) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code;
    this.secondFactor = problem.second_factor ?? null;
    this.requestId = problem.request_id ?? null;
    this.errors = problem.errors ?? [];
    this.fields = Object.fromEntries(this.errors.map(({ path, message }) => [path, message]));
  }
}

export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}

/** Whether the request's session had ended. The person may have signed in again by then. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether the object is missing, was deleted in the meantime, or is no longer visible to this person. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
