import type { ServerResponse } from 'node:http';
import { newId } from '../ids.ts';

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The headers of every answer, whatever becomes of the request: a new request id and what keeps a browser strict. */
export function baseHeaders(): Record<string, string> {
  return { 'X-Request-Id': newId(), ...always };
}

/** The identifier an answer carries, which is also in the log and in its problem document. */
export function requestIdOf(response: ServerResponse): string {
  return response.getHeader('X-Request-Id') as string;
}
