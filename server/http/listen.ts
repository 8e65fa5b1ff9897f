import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toHostHeader } from './guard.ts';

/**
 * Listens on an address; rejects with the system's error. Once it listens, `onAcceptFailed` gets the error of each
 * connection that can't be accepted.
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
      // One connection that can't be accepted, for want of a file handle say, is no reason to stop serving the others.
      server.on('error', onAcceptFailed);
      resolve();
    });
  });
}

/** The port a listening server has got. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Where a server is reached from this machine. */
export function urlOf(server: Server, host: string, scheme: 'http' | 'https'): string {
  const shown = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${toHostHeader(shown)}:${portOf(server)}`;
}
