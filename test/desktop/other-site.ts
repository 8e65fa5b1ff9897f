import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SelfSigned } from '../support/http/self-signed.ts';

export type OtherSite = {
  origin: string;
  /** Every request received. */
  requests: { url: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
};

/** A site other than Damson's, on an address of this computer, with pages by path; `/to?…` redirects to the given target. */
export async function startOtherSite(
  pages: Readonly<Record<string, string>> = {},
  {
    host = '127.0.0.1',
    port = 0,
    tls = null,
  }: { host?: string; port?: number; tls?: SelfSigned | null } = {},
): Promise<OtherSite> {
  const requests: OtherSite['requests'] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '';
    requests.push({ url, headers: request.headers });
    if (url.startsWith('/to?')) {
      response.writeHead(302, { location: decodeURIComponent(url.slice('/to?'.length)) }).end();
      return;
    }
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page ?? 'nothing here');
  };
  const server =
    tls === null ? createServer(answer) : createSecureServer({ key: tls.key, cert: tls.cert }, answer);
  server.listen(port, host);
  await once(server, 'listening');
  const given = (server.address() as AddressInfo).port;
  return {
    origin: `${tls === null ? 'http' : 'https'}://${host}:${given}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
