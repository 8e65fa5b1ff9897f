import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { ErrorCode } from './errors.ts';

/** Upper bounds, in seconds, of the durations that are told apart. */
export const durationBounds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

declare global {
  namespace Express {
    interface Locals {
      /** Where the request is counted. */
      tally?: OperationTally;
    }
  }
}

/** Tally of the requests for one operation, by the pattern of its path: paths themselves are chosen by people. */
export class OperationTally {
  readonly method: string;
  readonly path: string;
  /** How many were answered with each status; 0 is those that ended without an answer. */
  readonly statuses = new Map<number, number>();
  /** How many took no longer than each bound and longer than the one before; the last is those that took longer than all. */
  readonly durations: number[] = new Array(durationBounds.length + 1).fill(0);
  seconds = 0;
  /** Whether durations are counted: an answer that stays open has none worth telling. */
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

/** Counts what the listeners of a server do. What it keeps is bounded by the operations there are. */
export class RequestTally {
  connections = 0;
  underWay = 0;
  readonly refusals = new Map<ErrorCode, number>();
  readonly #operations = new Map<string, OperationTally>();

  /** Where requests for an operation are counted. */
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

  /** Notes that a request has ended which was begun so many milliseconds ago. */
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
