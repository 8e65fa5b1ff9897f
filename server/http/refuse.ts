import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { DomainError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { RequestTally } from '../request-tally.ts';
import { discardBody } from './body.ts';
import { findCallerAddress } from './caller.ts';
import { logRefusal } from './event-log.ts';
import { findLanguage } from './language.ts';
import { problems, toProblem } from './problem.ts';
import { sendText } from './send.ts';

export type RefusalContext = {
  log: Log;
  /** Number of proxies in front that are trusted to report the caller's address. */
  trustProxy: number;
  /** Called for every failure that is not a refusal; names the refusal for the response, or null for a 500. */
  onFailure: (error: unknown) => DomainError | null;
  /** Counts refusals. */
  tally: RequestTally;
};

/** Answers 404 to unmatched requests. */
export const nothingHere: RequestHandler = () => {
  throw new DomainError('not_found', 'There is nothing at this path');
};

/** Answers 405 with `Allow` on a path that has other methods. */
export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (_request, response) => {
    response.setHeader('Allow', allowed);
    throw new DomainError('method_not_allowed', `This path takes ${allowed}`);
  };
}

/** Answers every error as a problem document; anything but a refusal becomes a 500 without internals. */
export function refuse(context: RefusalContext): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const refusal = toRefusal(error, response.locals.requestId, context);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    for (const name of ['Content-Disposition', 'ETag', 'Content-Encoding', 'Accept-Ranges']) {
      response.removeHeader(name);
    }
    const { code, about } = refusal;
    context.tally.refuse(code);
    logRefusal(
      context.log,
      { status: problems[code].status, code, about },
      { request, response, address: findCallerAddress(request, context.trustProxy) },
    );
    // A client that is too slow is not waited for.
    if (refusal.code === 'too_slow') response.setHeader('Connection', 'close');
    else discardBody(request);
    sendProblem(response, refusal);
  };
}

/** Sends a refusal as a problem document, with its headers. */
export function sendProblem(response: Response, refusal: DomainError): void {
  const language = findLanguage(response.req);
  const problem = toProblem(refusal, response.locals.requestId, language);
  const { retryAfterSeconds } = refusal;
  sendText(response, problem.status, 'application/problem+json', JSON.stringify(problem), {
    'Content-Language': language,
    Vary: 'Accept-Language',
    ...(problem.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  });
}

function toRefusal(error: unknown, requestId: string, { log, onFailure }: RefusalContext): DomainError {
  const refusal = onFailure(error);
  if (error instanceof DomainError) return error;
  const stack = error instanceof Error ? error.stack?.split('\n').slice(1, 8) : undefined;
  log.error({
    event: 'failure',
    request_id: requestId,
    error: error instanceof Error ? error.name : typeof error,
    code: (error as { code?: unknown } | null)?.code,
    stack: stack?.map((line) => line.trim()),
  });
  return (
    refusal ??
    new DomainError('internal', 'Something went wrong on the server; the request id finds it in the log')
  );
}
