import type { RequestHandler } from 'express';
import type { Log } from '../log.ts';

/**
 * Logs each request once answered: changes at `info`, reads at `debug`, server errors at `error`. The query string is left out:
 * it contains search texts.
 */
export function logRequests(log: Log): RequestHandler {
  const logsReads = log.isLevelEnabled('debug');
  return (request, response, next) => {
    const { method, path } = request;
    const changes = method !== 'GET' && method !== 'HEAD';
    if (changes || logsReads) {
      const started = performance.now();
      response.once('close', () => {
        const level = response.statusCode >= 500 ? 'error' : changes ? 'info' : 'debug';
        log[level]({
          event: 'request',
          request_id: response.locals.requestId,
          method,
          path,
          status: response.statusCode,
          ms: Math.round(performance.now() - started),
          ...(response.writableFinished ? {} : { aborted: true }),
        });
      });
    }
    next();
  };
}
