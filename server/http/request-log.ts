import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { Log } from '../log.ts';

/**
 * Logs each request when its answer is out: changes at `info`, reads at `debug`, server errors at `error`. The query
 * string is left out: it holds what people search for.
 */
export function requestLog(log: Log, request: IncomingMessage, response: Response): void {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (!changes && !log.isLevelEnabled('debug')) return;
  const started = performance.now();
  const path = (request.url ?? '').split('?', 1)[0];
  (response as ServerResponse).once('close', () => {
    const level = response.statusCode >= 500 ? 'error' : changes ? 'info' : 'debug';
    log[level]({
      event: 'request',
      request_id: response.locals.requestId,
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}
