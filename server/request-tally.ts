import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { ErrorCode } from './errors.ts';

/** Upper bounds of the duration buckets, in seconds. */
export const durationBounds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

declare global {
  namespace Express {
    interface Locals {
      /** Counter of the request. */
      tally?: OperationTally;
    }
  }
}

/** Counts requests for one operation, by its path pattern, because clients choose the paths. */
export class OperationTally {
  readonly method: string;
  readonly path: string;
  /** Number of responses by status; 0 counts requests that ended without one. */
  readonly statuses = new Map<number, number>();
  /** Number of requests per bucket: up to its bound and above the previous one; the last bucket has the rest. */
  readonly durations: number[] = new Array(durationBounds.length + 1).fill(0);
  seconds = 0;
  /** Whether to count durations; a response that stays open has no meaningful one. */
  readonly isTimed: boolean;

  constructor(method: string, path: string, isTimed: boolean) {
    this.method = method;
    this.path = path;
    this.isTimed = isTimed;
  }

  note(status: number, milliseconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!this.isTimed) return;
    const seconds = milliseconds / 1000;
    let place = 0;
    while (place < durationBounds.length && seconds > (durationBounds[place] as number)) place += 1;
    this.durations[place] = (this.durations[place] as number) + 1;
    this.seconds += seconds;
  }
}

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts the activity of a server's listeners. The number of operations limits its size. */
export class RequestTally {
  connections = 0;
  underWay = 0;
  readonly refusals = new Map<ErrorCode, number>();
  readonly #operations = new Map<string, OperationTally>();

  /** Counter of requests for an operation. */
  operation(method: string, path: string, isTimed = true): OperationTally {
    const key = `${method} ${path}`;
    let found = this.#operations.get(key);
    if (found === undefined) {
      found = new OperationTally(method, path, isTimed);
      this.#operations.set(key, found);
    }
    return found;
  }

  /** Requests counted. */
  *operations(): Generator<OperationTally> {
    for (const operation of this.#operations.values()) if (operation.statuses.size > 0) yield operation;
  }

  /** Notes the end of a request that began this many milliseconds ago. */
  end(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
    this.underWay -= 1;
    this.#find(request, response).note(response.headersSent ? response.statusCode : 0, milliseconds);
  }

  refuse(code: ErrorCode): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  #find(request: IncomingMessage, response: ServerResponse): OperationTally {
    const { method = '', url = '', originalUrl = url } = request as Partial<Request>;
    const { tally } = (response as Partial<Response>).locals ?? {};
    if (tally?.method === method) return tally;
    if (tally !== undefined) return this.operation(method, tally.path, tally.isTimed);
    const known = usualMethods.has(method) ? method : 'other';
    return this.operation(known, originalUrl.startsWith('/api/') ? 'none' : 'interface');
  }
}
