import type { IncomingMessage } from 'node:http';

/**
 * The address of a request: that of the connection, or the one that the outermost of `proxies` trusted proxies put into
 * `X-Forwarded-For`. Anything further left in that header can be forged.
 */
export function findCallerAddress(request: IncomingMessage, proxies: number): string {
  const own = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (proxies === 0 || forwarded === undefined) return own;
  const reported = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .reverse();
  return [own, ...reported][Math.min(proxies, reported.length)] as string;
}

/** Whether a request came encrypted: to this server, or to the outermost of `proxies` trusted proxies, as reported by them. */
export function cameByTls(request: IncomingMessage, proxies: number): boolean {
  if ('encrypted' in request.socket) return true;
  if (proxies === 0) return false;
  const schemes = String(request.headers['x-forwarded-proto'] ?? '').split(',');
  const scheme = schemes.at(-proxies) ?? schemes[0];
  return scheme?.trim().toLowerCase() === 'https';
}
