import { isIP, connect as openSocket, type Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import type { Client } from 'ldapts';
import { DirectoryFailed, toFailure } from '../person.ts';

const milliseconds = { connect: 4000, operation: 8000, whole: 12_000 };

// Loaded on first use: it would delay every start.
export const loadLdap = () => import('ldapts');

type Place = { url: string; startTls: boolean; authorities: string | null };

/**
 * Runs work over one new encrypted connection, and closes it. Refuses (DirectoryFailed) a server that can't be reached, answers too
 * late, or whose certificate isn't trusted.
 */
export async function overConnection<T>(place: Place, work: (client: Client) => Promise<T>): Promise<T> {
  const { Client } = await loadLdap();
  const { protocol, hostname, host } = new URL(place.url);
  const name = hostname.replace(/^\[|\]$/g, '');
  const tlsOptions = {
    host: name,
    servername: isIP(name) === 0 ? name : '',
    minVersion: 'TLSv1.2' as const,
    ...(place.authorities !== null && { ca: [...getCACertificates('default'), place.authorities] }),
  };
  const sockets: Socket[] = [];
  const client = new Client({
    url: place.url,
    timeout: milliseconds.operation,
    connectTimeout: milliseconds.connect,
    // With these, the library encrypts from the start, whatever the address says.
    ...(protocol === 'ldaps:' && { tlsOptions }),
    // The library connects again by itself, and without encryption after StartTLS.
    createConnection: ((port: number, to: string) => {
      if (sockets.length > 0) throw new DirectoryFailed('unreachable', host);
      const socket = openSocket(port, to);
      sockets.push(socket);
      return socket;
    }) as never,
  });
  const tooLate = Promise.withResolvers<never>();
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
    tooLate.reject(new DirectoryFailed('timed_out', host));
  }, milliseconds.whole);
  const run = async (): Promise<T> => {
    if (protocol === 'ldap:') {
      if (!place.startTls) throw new DirectoryFailed('not_encrypted', host);
      await client.startTLS(tlsOptions);
    }
    return work(client);
  };
  const running = run();
  running.catch(() => {});
  try {
    return await Promise.race([running, tooLate.promise]);
  } catch (error) {
    throw judge(error, host);
  } finally {
    clearTimeout(deadline);
    client.unbind().catch(() => {});
    for (const socket of sockets) socket.unref();
  }
}

/** The result code of a refusal of the directory; null for any other error. */
export function readResultCode(error: unknown): number | null {
  const isRefusal = error instanceof Error && 'code' in error && typeof error.code === 'number';
  return isRefusal ? (error.code as number) : null;
}

/** Refusals stay as they are; the rest is the connection. */
function judge(error: unknown, host: string): unknown {
  if (readResultCode(error) !== null) return error;
  if (error instanceof Error && /time(?:d out|out)/i.test(error.message))
    return new DirectoryFailed('timed_out', host);
  return toFailure(error, host);
}
