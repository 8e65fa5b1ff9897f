import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import type { Agent as HttpAgent } from 'node:http';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { C2Error } from './adapter.ts';
import { hostOf } from './address.ts';
import { isForbiddenAddress } from './addresses.ts';
import { brokenOff, closedError, forbiddenAddress, tlsError } from './failures.ts';

// An import of node:http reads every name it exports, and one of them loads a whole HTTP client: 10 ms of each start.
const { Agent } = process.getBuiltinModule('node:http');

/** How a framework's certificate is judged; `http:` addresses present none. */
export type TlsTrust =
  | { mode: 'verify' }
  /** SHA-256 of the certificate; names and issuer are not looked at. */
  | { mode: 'pin'; fingerprint: string }
  | { mode: 'insecure' };

export type ConnectionOptions = {
  url: URL;
  trust: TlsTrust;
  /** Until the connection stands, its certificate judged. */
  connectMs: number;
  /** Certificates trusted by `verify` instead of the system's. */
  authorities?: string[] | undefined;
  lookup?: LookupFunction | undefined;
};

/** The connections to one framework: none to an address or a certificate that was not found good. */
export class FrameworkConnections {
  readonly agent: HttpAgent;
  readonly #options: ConnectionOptions;
  readonly #lookup: LookupFunction;
  readonly #sockets = new Set<Socket>();
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#lookup = allowedLookup(options.lookup ?? (systemLookup as LookupFunction));
    this.agent = new ConnectingAgent(() => this.#connect());
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** A connection whose address and certificate were found good, before a byte of HTTP is written to it. */
  async #connect(): Promise<Socket> {
    if (this.#closed) throw closedError();
    const { url, trust, authorities, connectMs } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const host = hostOf(url);
    if (isIP(host) !== 0 && isForbiddenAddress(host)) throw forbiddenAddress();
    const tcp = netConnect({ host, port: portOf(url), lookup: this.#lookup, noDelay: true });
    this.#keep(tcp);
    const timer = setTimeout(
      () => reject(new C2Error('timeout', 'The framework could not be connected to in time')),
      connectMs,
    );
    tcp.on('error', reject);
    tcp.on('close', () => reject(brokenOff()));
    tcp.on('connect', () => {
      if (isForbiddenAddress(tcp.remoteAddress ?? '')) return reject(forbiddenAddress());
      if (url.protocol === 'http:') return resolve(tcp);
      // Every certificate passes the handshake and is then judged here, so that a refusal can say which one it was.
      const secure = process.getBuiltinModule('node:tls').connect({
        socket: tcp,
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(authorities ? { ca: authorities } : {}),
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: false,
      });
      secure.on('error', (error) => reject(tlsError(error)));
      secure.on('secureConnect', () => {
        const refusal = refusedCertificate(secure, trust);
        if (refusal) reject(refusal);
        else resolve(secure);
      });
    });
    try {
      return await promise;
    } catch (error) {
      tcp.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

/** Keeps connections alive between requests, and makes each through a function that judges it first. */
class ConnectingAgent extends Agent {
  readonly #connect: () => Promise<Socket>;

  constructor(connect: () => Promise<Socket>) {
    super({ keepAlive: true, timeout: 5_000 });
    this.#connect = connect;
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    this.#connect().then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Socket),
    );
  }
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Resolves a name to those of its addresses that may be connected to; refuses when none may. */
function allowedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found.filter((one) => !isForbiddenAddress(one.address)) : [];
      const first = addresses[0];
      if (error) callback(error, [], 0);
      else if (!first) callback(forbiddenAddress(), [], 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refusedCertificate(socket: TLSSocket, trust: TlsTrust): C2Error | null {
  if (trust.mode === 'insecure') return null;
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return new C2Error('tls', 'The framework presented no certificate');
  const digest = createHash('sha256').update(certificate.raw).digest();
  const presentedFingerprint = digest.toString('hex');
  if (trust.mode === 'verify') {
    if (socket.authorized) return null;
    return new C2Error(
      'tls',
      `The framework's certificate is not trusted (${authorizationProblem(socket)}); ` +
        `its SHA-256 is ${presentedFingerprint}`,
      { presentedFingerprint },
    );
  }
  if (timingSafeEqual(digest, Buffer.from(trust.fingerprint, 'hex'))) return null;
  return new C2Error(
    'tls',
    `The framework presented another certificate than the pinned one; its SHA-256 is ${presentedFingerprint}`,
    { presentedFingerprint },
  );
}

/** The code of the failure; its message would repeat names from the certificate. */
function authorizationProblem(socket: TLSSocket): string {
  const problem = socket.authorizationError as unknown;
  const code = typeof problem === 'string' ? problem : (problem as NodeJS.ErrnoException | null)?.code;
  return /^[A-Z_]+$/.test(code ?? '') ? code! : 'not valid';
}
