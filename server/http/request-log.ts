import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { requestIdOf } from './headers.ts';

/**
 * Logs each request when its answer is out: changes at `info`, reads at `debug`, server errors at `error`. The query
 * string is left out: it holds what people search for.
 */
export function requestLog(log: Log, request: IncomingMessage, response: ServerResponse): void {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (!changes && !log.isLevelEnabled('debug')) return;
  const started = performance.now();
  const path = (request.url ?? '').split('?', 1)[0];
  response.once('close', () => {
    const level = response.statusCode >= 500 ? 'error' : changes ? 'info' : 'debug';
    log[level]({
      event: 'request',
      request_id: requestIdOf(response),
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}
