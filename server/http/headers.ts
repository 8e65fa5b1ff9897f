import type { NextFunction, Request, Response } from 'express';
import { newRequestId } from '../ids.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Identifies a request in its answer, its problem document and the log. */
      requestId: string;
    }
  }
}

/** What a page may load: from this server only; a nonce admits the style elements that the interface makes at run time. */
export function makeContentSecurityPolicy(styleNonce: string | null = null): string {
  const styles = styleNonce === null ? "'self'" : `'self' 'nonce-${styleNonce}'`;
  return `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

const strict = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': makeContentSecurityPolicy(),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The headers of every answer, whatever becomes of the request: its id and what keeps a browser strict. */
export function makeBaseHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, ...strict };
}

/** For answers by TLS: a browser that trusts the certificate comes by nothing else for a year. */
export const onlyByTls = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Gives a request an id of our own. */
export function identify(_request: Request, response: Response, next: NextFunction): void {
  response.locals.requestId = newRequestId();
  next();
}

/** Sets the headers of every answer in advance, for one that is streamed and may replace some of them. */
export function setBaseHeaders(response: Response): void {
  const headers = makeBaseHeaders(response.locals.requestId);
  for (const name in headers) response.setHeader(name, headers[name] as string);
}
