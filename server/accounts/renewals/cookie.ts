import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { forbidden } from '../../errors.ts';
import { makeCookie, readCookies } from '../cookies.ts';
import { digestToken, makeToken } from '../one-time-token.ts';
import { originOf } from '../origin.ts';
import type { Session, Stay } from '../sessions/contract.ts';
import { sessionMilliseconds } from '../sessions/rules.ts';
import type { Origin } from '../sessions/service.ts';

/** Part of a request with the cookie, and of its response. */
type Exchange = { request: IncomingMessage; response: ServerResponse; isTls: boolean };

/** `family` identifies the session and never changes; `value` changes after each use. */
export type Cookie = { family: string; value: string };

const form = /^([\w-]{32})\.([\w-]{32})$/;

/** The next value. Only the server can compute it, and can do so again if the response was lost. */
export function findNextValue(secret: string, { family, value }: Cookie): string {
  const next = createHmac('sha256', secret).update(`renewal ${family} ${value}`).digest('base64url');
  return next.slice(0, value.length);
}

/** Signs in with `work`. For a page, which asks to `stay`, the session gets a cookie that renews it; programs get none. */
export async function signInToStay(
  call: Exchange & { address: string },
  stay: Stay,
  work: (origin: Origin) => Promise<Session>,
): Promise<Session> {
  if (stay === undefined) return work(originOf(call));
  const cookie = { family: makeToken(), value: makeToken() };
  const isKept = stay === 'computer';
  const session = await work({
    ...originOf(call),
    cookie: {
      cookie_family: digestToken(cookie.family),
      cookie_current: digestToken(cookie.value),
      is_kept: isKept ? 1 : 0,
    },
  });
  setCookie(call, cookie, isKept ? sessionMilliseconds : null);
  return session;
}

/** The renewal cookie of a request; null if there is none, `unreadable` if it is malformed. */
export function readCookie({ headers }: IncomingMessage): Cookie | 'unreadable' | null {
  const text = readCookies(headers.cookie).get(toName(headers.host));
  if (text === undefined) return null;
  const [, family, value] = form.exec(text) ?? [];
  return family === undefined || value === undefined ? 'unreadable' : { family, value };
}

/** Sets the cookie for this many milliseconds, or until the browser is closed if null. */
export function setCookie(exchange: Exchange, { family, value }: Cookie, lasts: number | null): void {
  appendCookie(exchange, `${family}.${value}`, lasts === null ? null : Math.floor(lasts / 1000));
}

export function deleteCookie(exchange: Exchange): void {
  appendCookie(exchange, '', 0);
}

/**
 * Refuses (`forbidden`) requests that pages of this server never send, because browsers attach the cookie to any request.
 * `http/guard.ts` checks the origin of every request.
 */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const isOurs =
    headers.origin !== undefined &&
    (site === undefined || site === 'same-origin') &&
    headers['x-damson-page'] === '1';
  if (!isOurs) throw forbidden('Only a page of this server can renew its session');
}

function appendCookie({ request, response, isTls }: Exchange, text: string, seconds: number | null): void {
  const path = `${toTree(request)}/auth/renewal`;
  response.appendHeader(
    'Set-Cookie',
    makeCookie(toName(request.headers.host), text, { path, isTls, seconds }),
  );
}

/** Ports of a host share cookies, and each may run its own Damson. */
function toName(host = ''): string {
  const port = /:(\d+)$/.exec(host)?.[1];
  return port === undefined ? 'damson_renewal' : `damson_renewal_${port}`;
}

/** The API tree of the request: a cookie is only valid in the tree that set it. */
function toTree(request: IncomingMessage): string {
  const { originalUrl } = request as IncomingMessage & { originalUrl: string };
  return originalUrl.startsWith('/api/v1/') ? '/api/v1' : '/api';
}
