import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { DomainError, forbidden } from '../errors.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const highestPort = 65_535;
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A path with an optional query, in URL characters; a fragment never leaves a browser. */
const originForm = /^\/[!"$-~]*$/;

/** Names a server answers to: those of loopback, the public ones, and the listening one unless it is a wildcard. */
export function listOwnNames(listeningHost: string, publicHosts: readonly string[]): Set<string> {
  const names = new Set([...loopbackNames, ...publicHosts]);
  const wildcard = ['0.0.0.0', '::', ''].includes(listeningHost);
  if (!wildcard) names.add(toHostHeader(listeningHost));
  return names;
}

/** A name or address in the form of a Host header. */
export function toHostHeader(nameOrAddress: string): string {
  return nameOrAddress.includes(':') && !nameOrAddress.startsWith('[')
    ? `[${nameOrAddress}]`
    : nameOrAddress.toLowerCase();
}

/** Refuses with 403 every request without the secret in `X-Damson-Launch`, compared in constant time. */
export function createLaunchGuard(secret: string): RequestHandler {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (request, _response, next) => {
    const given = request.headers['x-damson-launch'];
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) {
      throw forbidden('This server only answers the window that started it');
    }
    next();
  };
}

/**
 * Checks that a request was meant for this server: one Host header with an allowed name, with or without a port (which stops DNS
 * rebinding), a well-formed path as its target, and for a state-changing request an `Origin`, if any, of exactly this site.
 * Refuses malformed requests with 400 and disallowed ones with 403.
 */
export function createHostGuard(allowed: ReadonlySet<string>): RequestHandler {
  const isAllowed = (host: string): boolean => {
    const named = host.toLowerCase();
    const [, name, port] = /^(.+?)(?::(\d{1,5}))?$/.exec(named) ?? [];
    if (name === undefined || Number(port ?? 0) > highestPort) return false;
    // Browsers omit the scheme's default port.
    return allowed.has(name) || (port === undefined ? allowsDefaultPort(name) : allowed.has(named));
  };

  const allowsDefaultPort = (name: string): boolean =>
    allowed.has(`${name}:443`) || allowed.has(`${name}:80`);

  return (request, _response, next) => {
    const host = request.headers.host;
    if (host === undefined || countHostHeaders(request) !== 1) {
      throw new DomainError('malformed_body', 'Exactly one Host header is needed');
    }
    if (!isAllowed(host)) throw forbidden('This server does not serve the host named in the Host header');
    if (!isPath(request.originalUrl)) {
      throw new DomainError('malformed_body', 'The request target must be a percent-encoded path');
    }
    const origin = request.headers.origin;
    if (origin !== undefined && changing.has(request.method) && !isSameSite(origin, host)) {
      throw forbidden("A request from another site can't change anything here");
    }
    next();
  };
}

function isPath(target: string): boolean {
  if (!originForm.test(target)) return false;
  const path = target.split('?', 1)[0] as string;
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function countHostHeaders(request: IncomingMessage): number {
  let count = 0;
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function isSameSite(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return url.host === dropDefaultPort(host.toLowerCase(), url.protocol);
}

function dropDefaultPort(host: string, protocol: string): string {
  return host.replace(protocol === 'https:' ? /:443$/ : /:80$/, '');
}
