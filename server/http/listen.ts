import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toHostHeader } from './guard.ts';

/**
 * Listens on an address; rejects with the system's error. While it listens, `onAcceptFailed` gets the error of each failed
 * accept.
 */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  onAcceptFailed: (error: Error) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A failed accept, for example for lack of a file handle, is no reason to stop serving others.
      server.on('error', onAcceptFailed);
      resolve();
    });
  });
}

/** The port of a listening server. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** The address of a server on this machine. */
export function urlOf(server: Server, host: string, scheme: 'http' | 'https'): string {
  const shown = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${toHostHeader(shown)}:${portOf(server)}`;
}
