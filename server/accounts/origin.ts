import type { IncomingMessage } from 'node:http';
import type { Origin } from './sessions/service.ts';

/** The origin of a call. */
export function originOf({ address, request }: { address: string; request: IncomingMessage }): Origin {
  return { address, userAgent: request.headers['user-agent'], host: request.headers.host ?? '' };
}
