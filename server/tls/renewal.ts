import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Now } from '../database/clock.ts';
import type { OwnCertificate } from './own-certificate.ts';

const hour = 60 * 60_000;

type Renewal = {
  now: Now;
  /** The certificate to use now: the same, or a new one where it ends soon. */
  open: () => Promise<OwnCertificate>;
  onRenewed: (own: OwnCertificate) => void;
  onFailed: (error: unknown) => void;
};

/**
 * Has a server go on with a new certificate of its own before the one it speaks with ends. It is looked at once an hour, when somebody
 * connects: connections that are open stay as they are.
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
