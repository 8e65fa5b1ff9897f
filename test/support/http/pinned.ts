import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';

export type PinnedAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  body: any;
};

/**
 * One request on a separate connection to a server known only by its certificate's fingerprint. Rejects, with nothing sent, when
 * another certificate is shown.
 */
export function askPinned(
  url: string,
  fingerprint: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<PinnedAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      url,
      { method, headers, agent: false, rejectUnauthorized: false },
      async (response) => {
        const given = await text(response);
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          body: given.startsWith('{') ? JSON.parse(given) : given,
        });
      },
    );
    request.on('error', reject);
    request.on('socket', (socket) => {
      socket.once('secureConnect', () => {
        const shown = (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256;
        if (shown === fingerprint) request.end(body);
        else request.destroy(new Error(`not the pinned certificate but ${shown}`));
      });
    });
  });
}
