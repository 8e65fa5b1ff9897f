import { X509Certificate } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newRequestId } from '../ids.ts';
import { cameByTls } from './caller.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Identifies a request in its response, its problem document and the log. */
      requestId: string;
    }
  }
}

/** Content security policy of pages: this server only; a nonce admits the style elements created at run time. */
export function makeContentSecurityPolicy(styleNonce: string | null = null): string {
  const styles = styleNonce === null ? "'self'" : `'self' 'nonce-${styleNonce}'`;
  return `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; media-src 'self' blob:; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

const strict = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': makeContentSecurityPolicy(),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The headers of every response: its id and strictness for browsers. */
export function makeBaseHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, ...strict };
}

const strictTransport = 'Strict-Transport-Security';
const forAYear = 'max-age=31536000';

/**
 * Additional headers of responses over TLS: a browser then uses only TLS for a year. Only with an authority's certificate, since
 * the browser then leaves no way past a warning: users whose system trusts a self-signed certificate would be locked out by the
 * next one, and by sharing without one.
 */
export function makeTlsHeaders(cert: string): Record<string, string> {
  const x509 = new X509Certificate(cert);
  return x509.verify(x509.publicKey) ? {} : { [strictTransport]: forAYear };
}

/** The same for a server behind proxies that terminate TLS with their own certificate, when they report https. */
export function createForwardedTls(trustProxy: number): RequestHandler {
  return (request, response, next) => {
    if (cameByTls(request, trustProxy)) response.setHeader(strictTransport, forAYear);
    next();
  };
}

/** Gives a request an id of our own. */
export function identify(_request: Request, response: Response, next: NextFunction): void {
  response.locals.requestId = newRequestId();
  next();
}

/** Sets the headers of every response in advance, for a streamed response that may replace some of them. */
export function setBaseHeaders(response: Response): void {
  const headers = makeBaseHeaders(response.locals.requestId);
  for (const name in headers) response.setHeader(name, headers[name] as string);
}
