import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { Turn } from '../turn.ts';
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

/** Past so many characters a text is sent while the rest of it is made. */
const sentAtOnce = 1024 * 1024;

/**
 * Sends a text that is made piece by piece. A short one goes as a whole; a long one is sent as it is made and as fast as it is
 * read, giving way to others.
 */
export async function sendPieces(
  response: Response,
  status: number,
  type: string,
  pieces: Iterable<string>,
  more: Record<string, string> = {},
): Promise<void> {
  let text = '';
  const turn = new Turn();
  for (const piece of pieces) {
    text += piece;
    if (text.length >= sentAtOnce) {
      if (!response.headersSent) {
        const headers = makeBaseHeaders(response.locals.requestId);
        response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8`, ...more });
      }
      if (!response.write(text) && !response.destroyed) await waitForDrain(response);
      text = '';
    }
    if (turn.isOver) {
      await nextTurn();
      turn.begin();
    }
    if (response.destroyed) return;
  }
  if (response.headersSent) response.end(text);
  else sendText(response, status, type, text, more);
}

/** Sends a file that is made piece by piece, as it is made and as fast as it is read, giving way to others. */
export async function sendStream(
  response: ServerResponse,
  type: string,
  fileName: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  let text = '';
  const turn = new Turn();
  const begin = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    });
  };
  for await (const piece of pieces) {
    text += piece;
    if (text.length >= sentAtOnce) {
      begin();
      if (!response.write(text) && !response.destroyed) await waitForDrain(response);
      text = '';
    }
    if (turn.isOver) {
      await nextTurn();
      turn.begin();
    }
    if (response.destroyed) return;
  }
  begin();
  response.end(text);
}

/** Waits until what was written is taken, or nobody is there to take it. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
  });
}
