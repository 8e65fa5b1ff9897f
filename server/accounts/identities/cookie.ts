import type { IncomingMessage, ServerResponse } from 'node:http';
import { makeCookie, readCookies } from '../cookies.ts';
import { makeToken } from '../one-time-token.ts';
import { askedMilliseconds } from './rules.ts';

const form = /^[\w-]{32}$/;

/** The value that binds a sign-in at a provider to this browser; null when the request has none. */
export function readBrowser({ headers }: IncomingMessage): string | null {
  const text = readCookies(headers.cookie).get(nameOf(headers.host));
  return text !== undefined && form.test(text) ? text : null;
}

/** The same, and gives a browser without one its own for as long as a sign-in may take. */
export function bindBrowser(call: {
  request: IncomingMessage;
  response: ServerResponse;
  isTls: boolean;
}): string {
  const value = readBrowser(call.request) ?? makeToken();
  const cookie = makeCookie(nameOf(call.request.headers.host), value, {
    path: '/api/v1/auth',
    isTls: call.isTls,
    seconds: askedMilliseconds / 1000,
  });
  call.response.appendHeader('Set-Cookie', cookie);
  return value;
}

/** Ports of a host share cookies, and each may run its own Damson. */
function nameOf(host = ''): string {
  const port = /:(\d+)$/.exec(host)?.[1];
  return port === undefined ? 'damson_sign_in' : `damson_sign_in_${port}`;
}
