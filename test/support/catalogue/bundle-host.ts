import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BundleHost = {
  url: string;
  /** Requested paths, in order. */
  asked: string[];
  close(): Promise<void>;
};

/** A web server on loopback that answers each path as set by the test. */
export async function startBundleHost(
  paths: Record<string, (response: ServerResponse, request: IncomingMessage) => void>,
): Promise<BundleHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = paths[request.url ?? ''];
    if (answer) answer(response, request);
    else response.writeHead(404).end('no such thing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
