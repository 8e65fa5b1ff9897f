import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { isForbiddenAddress, restrictLookup } from '../../forbidden-addresses.ts';
import { C2Error } from './adapter.ts';
import { readHost } from './address.ts';
import { closedError, forbiddenAddress } from './failures.ts';

/** Trust in a framework's certificate; irrelevant for `http:` addresses. */
export type TlsTrust =
  | { mode: 'verify' }
  /** SHA-256 of the certificate; names and issuer are ignored. */
  | { mode: 'pin'; fingerprint: string }
  | { mode: 'insecure' };

export type ConnectionOptions = {
  url: URL;
  trust: TlsTrust;
  /** Time limit for connecting and checking the certificate. */
  connectMs: number;
  /** Certificates trusted by `verify` instead of the system's. */
  authorities?: string[] | undefined;
  lookup?: LookupFunction | undefined;
};

/** Connects to one framework after checking its address and certificate. */
export class JudgingConnector {
  readonly #options: ConnectionOptions;
  readonly #connect: buildConnector.connector;
  readonly #connecting = new Set<Socket>();
  #made = 0;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#connect = buildConnector({
      allowH2: false,
      // A resumed session presents no certificate to check.
      maxCachedSessions: 0,
      timeout: options.connectMs,
      lookup: restrictLookup(options.lookup ?? (systemLookup as LookupFunction), forbiddenAddress),
      // Every certificate passes the handshake and is checked afterwards, so that a refusal can name it.
      rejectUnauthorized: false,
      ...(options.authorities ? { ca: options.authorities } : {}),
    });
  }

  /** Number of connections started so far. */
  get made(): number {
    return this.#made;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Aborts pending attempts and refuses every later one. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#connecting) socket.destroy(closedError());
  }

  /** A connection with a trusted address and certificate, before any HTTP is sent. */
  connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    const host = readHost(this.#options.url);
    if (this.#closed) callback(closedError(), null);
    else if (isIP(host) !== 0 && isForbiddenAddress(host)) callback(forbiddenAddress(), null);
    else this.#begin(options, callback);
  }

  #begin(options: buildConnector.Options, callback: buildConnector.Callback): void {
    this.#made += 1;
    const judge: buildConnector.Callback = (error, socket) => {
      if (begun) this.#connecting.delete(begun);
      const refusal = error ?? this.#refusalOf(socket);
      if (refusal === null) callback(null, socket as Socket);
      else {
        socket?.destroy();
        callback(refusal, null);
      }
    };
    // The connector returns its socket, although its type does not say so.
    const begun = this.#connect(options, judge) as unknown as Socket | undefined;
    if (begun) this.#connecting.add(begun);
  }

  #refusalOf(socket: Socket | null): C2Error | null {
    if (socket === null) return closedError();
    if (isForbiddenAddress(socket.remoteAddress ?? '')) return forbiddenAddress();
    return socket instanceof TLSSocket ? judgeCertificate(socket, this.#options.trust) : null;
  }
}

function judgeCertificate(socket: TLSSocket, trust: TlsTrust): C2Error | null {
  if (trust.mode === 'insecure') return null;
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return new C2Error('tls', 'The framework presented no certificate');
  const digest = createHash('sha256').update(certificate.raw).digest();
  const presentedFingerprint = digest.toString('hex');
  if (trust.mode === 'verify') {
    if (socket.authorized) return null;
    return new C2Error(
      'tls',
      `The framework's certificate is not trusted (${readAuthorizationError(socket)}); ` +
        `its SHA-256 is ${presentedFingerprint}`,
      { presentedFingerprint },
    );
  }
  if (timingSafeEqual(digest, Buffer.from(trust.fingerprint, 'hex'))) return null;
  return new C2Error(
    'tls',
    `The framework presented a certificate other than the pinned one; its SHA-256 is ${presentedFingerprint}`,
    { presentedFingerprint },
  );
}

/** The code of the failure; its message would repeat names from the certificate. */
function readAuthorizationError(socket: TLSSocket): string {
  const problem = socket.authorizationError as unknown;
  const code = typeof problem === 'string' ? problem : (problem as NodeJS.ErrnoException | null)?.code;
  return /^[A-Z_]+$/.test(code ?? '') ? code! : 'not valid';
}
