import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Now } from '../database/clock.ts';
import type { OwnCertificate } from './own-certificate.ts';

const hour = 60 * 60_000;

type Renewal = {
  now: Now;
  /** The certificate to use now: the given one, or a new one if it expires soon. */
  open: () => Promise<OwnCertificate>;
  onRenewed: (own: OwnCertificate) => void;
  onFailed: (error: unknown) => void;
};

/**
 * Replaces a server's certificate before it expires. Checks once an hour, on a new connection; open connections are not affected.
 */
export function renewInTime(
  server: Server,
  first: OwnCertificate,
  { now, open, onRenewed, onFailed }: Renewal,
): void {
  if (!(server instanceof TlsServer)) return;
  let { fingerprint } = first;
  let lookedAt = now();
  const look = async (): Promise<void> => {
    const own = await open();
    if (own.fingerprint === fingerprint) return;
    server.setSecureContext({ cert: own.cert, key: own.key });
    fingerprint = own.fingerprint;
    onRenewed(own);
  };
  server.on('connection', () => {
    if (now() - lookedAt < hour) return;
    lookedAt = now();
    look().catch(onFailed);
  });
}
