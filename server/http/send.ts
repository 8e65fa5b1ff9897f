import type { Response } from 'express';
import { makeBaseHeaders } from './headers.ts';

/**
 * Sends a text as a whole, with its type and length and the headers of every answer. Node gets all of them at once: a
 * middleware that sets them one by one costs about a tenth of a small request.
 */
export function sendText(
  response: Response,
  status: number,
  type: string,
  text: string,
  more: Record<string, string> = {},
): void {
  const headers = {
    ...makeBaseHeaders(response.locals.requestId),
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    ...more,
  };
  response.writeHead(status, headers).end(text);
}
