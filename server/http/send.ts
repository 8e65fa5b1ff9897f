import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { Turn } from '../turn.ts';
import { makeBaseHeaders } from './headers.ts';

/**
 * Sends a text as a whole, with its type and length and the headers of every response. Node gets all of them at once: a
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

/** Longer texts are sent while the rest is being made. */
const sentAtOnce = 1024 * 1024;

/**
 * Sends a text made in pieces. A short one is sent as a whole; a long one is sent as it is made and read, yielding in between.
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

/** Sends a file made in pieces, as it is made and read, yielding in between. */
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

/** Waits until the written bytes are taken, or the reader is gone. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
  });
}
