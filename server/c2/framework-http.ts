import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { invalid } from '../errors.ts';
import { C2Error } from './adapter.ts';
import { isForbiddenAddress } from './addresses.ts';
import { hostOf, isSendableToken, normaliseBaseUrl, normaliseFingerprint } from './framework-address.ts';

// An import of node:http reads every name it exports, and one of them loads a whole HTTP client: 10 ms of each start.
const { Agent, request: httpRequest } = process.getBuiltinModule('node:http');

/** How a framework's certificate is judged; `http:` addresses present none. */
export type TlsTrust =
  | { mode: 'verify' }
  /** SHA-256 of the certificate; names and issuer are not looked at. */
  | { mode: 'pin'; fingerprint: string }
  | { mode: 'insecure' };

export type FrameworkLimits = {
  /** Until the connection stands, its certificate judged. */
  connectMs: number;
  /** One request from its turn to the last byte of the answer. */
  requestMs: number;
  /** Everything that one question to an adapter needs, waiting for its turn included. */
  operationMs: number;
  concurrency: number;
  /** Of one answer, unless the call names another. */
  responseBytes: number;
};

export const defaultLimits: FrameworkLimits = {
  connectMs: 5_000,
  requestMs: 10_000,
  operationMs: 60_000,
  concurrency: 20,
  responseBytes: 32 * 1024 * 1024,
};

export type FrameworkHttpOptions = {
  baseUrl: string;
  tls: TlsTrust;
  token: string;
  limits?: Partial<FrameworkLimits>;
  /** Certificates trusted by `verify` instead of the system's. */
  authorities?: string[];
  lookup?: LookupFunction;
};

/** Many large answers at once would fill the memory, so whoever reads more than this waits to be the only one. */
const largeBytes = 1024 * 1024;

declare const variablesOf: unique symbol;

/** A GraphQL document that was proved to only read. */
export type ReadOnlyQuery<Variables> = { readonly document: string; readonly [variablesOf]?: Variables };

const proved = new WeakSet<object>();

/**
 * The only way to a document that can be sent. Refuses (RangeError) anything but one named query; strings and comments
 * are refused too, so that nothing hides in them, and values can only come in as variables.
 */
export function readOnlyQuery<Variables extends Record<string, number>>(
  document: string,
): ReadOnlyQuery<Variables> {
  const oneQuery = /^query [A-Za-z]\w*\s*(\([^(){}]*\))?\s*\{/.test(document) && definitions(document) === 1;
  if (!oneQuery || /mutation|subscription|["'#`\\]/i.test(document)) {
    throw new RangeError('not a GraphQL document that only reads');
  }
  const query = Object.freeze({ document });
  proved.add(query);
  return query;
}

/** How many selections stand at the top of a document; 0 when braces do not match or text follows the last one. */
function definitions(document: string): number {
  let depth = 0;
  let count = 0;
  for (const character of document) {
    if (character === '{' || character === '(') depth++;
    if (character === '}' || character === ')') depth--;
    if (depth < 0) return 0;
    if (character === '}' && depth === 0) count++;
  }
  return depth === 0 && document.trimEnd().endsWith('}') ? count : 0;
}

/** One question to an adapter: its deadline, and whether it is the one that may hold large answers. */
export type Operation = { readonly signal: AbortSignal; holdsLarge: (() => void) | null };

/**
 * The one outgoing HTTP client. It can do two things, both of which read: GET a path, and POST a proved query to
 * `graphql/`. The token goes to the origin it was made for and nowhere else: redirects are failures.
 */
export class FrameworkHttp {
  readonly #url: URL;
  readonly #basePath: string;
  readonly #headers: Record<string, string>;
  readonly #trust: TlsTrust;
  readonly #limits: FrameworkLimits;
  readonly #authorities: string[] | undefined;
  readonly #lookup: LookupFunction;
  readonly #agent: HttpAgent;
  readonly #turns: Gate;
  readonly #largeTurn = new Gate(1);
  readonly #sockets = new Set<Socket>();
  readonly #operations = new Set<AbortController>();
  #closed = false;

  /** `tokenHeader` names the header that carries the token. */
  constructor(options: FrameworkHttpOptions, tokenHeader: string) {
    if (!isSendableToken(options.token)) throw invalid('token', 'must be printable ASCII without spaces');
    this.#url = new URL(normaliseBaseUrl(options.baseUrl));
    this.#basePath = this.#url.pathname.replace(/\/+$/, '');
    this.#headers = {
      host: this.#url.host,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'damson',
      [tokenHeader]: options.token,
    };
    this.#trust =
      options.tls.mode === 'pin'
        ? { mode: 'pin', fingerprint: normaliseFingerprint(options.tls.fingerprint) }
        : options.tls;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#authorities = options.authorities;
    this.#lookup = allowedLookup(options.lookup ?? (systemLookup as LookupFunction));
    this.#agent = new ConnectingAgent(() => this.#connect());
    this.#turns = new Gate(this.#limits.concurrency);
  }

  /** Runs one question under one deadline; what it holds is given back when it ends. */
  async run<Result>(work: (operation: Operation) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw closedError();
    const controller = new AbortController();
    const deadline = setTimeout(() => controller.abort(), this.#limits.operationMs);
    const operation: Operation = { signal: controller.signal, holdsLarge: null };
    this.#operations.add(controller);
    try {
      return await work(operation);
    } finally {
      clearTimeout(deadline);
      this.#operations.delete(controller);
      operation.holdsLarge?.();
    }
  }

  /** The JSON at a path of these segments, each of which is escaped. */
  get(
    operation: Operation,
    segments: string[],
    options: { query?: [name: string, value: string][]; responseBytes?: number } = {},
  ): Promise<unknown> {
    if (segments.some((segment) => /^\.{0,2}$/.test(segment))) throw new RangeError('an empty path segment');
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const path = `${this.#basePath}/${segments.map(encodeURIComponent).join('/')}${query}`;
    return this.#answer(operation, 'GET', path, null, options.responseBytes);
  }

  /** The JSON answer to a proved query. Refuses (TypeError) a document that is not one. */
  query<Variables extends Record<string, number>>(
    operation: Operation,
    query: ReadOnlyQuery<Variables>,
    variables: Variables,
  ): Promise<unknown> {
    if (!proved.has(query)) throw new TypeError('not a proved query');
    if (!Object.values(variables).every(Number.isSafeInteger))
      throw new TypeError('variables must be integers');
    const body = JSON.stringify({ query: query.document, variables });
    return this.#answer(operation, 'POST', `${this.#basePath}/graphql/`, body);
  }

  /** Waits until no other question of this framework holds a large answer; kept until the operation ends. */
  async waitForLargeTurn(operation: Operation, signal: AbortSignal = operation.signal): Promise<void> {
    if (operation.holdsLarge) return;
    const leave = await this.#largeTurn.enter(signal);
    if (operation.holdsLarge) leave();
    else operation.holdsLarge = leave;
  }

  close(): void {
    this.#closed = true;
    for (const operation of this.#operations) operation.abort();
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #answer(
    operation: Operation,
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    responseBytes = this.#limits.responseBytes,
  ): Promise<unknown> {
    // Whoever holds the large turn must not queue behind those that wait for it.
    const leave = operation.holdsLarge ? () => {} : await this.#enter(operation);
    const call = new AbortController();
    const abort = () => call.abort();
    const timer = setTimeout(abort, this.#limits.requestMs);
    operation.signal.addEventListener('abort', abort);
    if (operation.signal.aborted) abort();
    try {
      const response = await this.#send(method, path, body, call.signal);
      return await this.#read(operation, response, responseBytes, call.signal);
    } catch (error) {
      if (error instanceof C2Error) throw error;
      throw call.signal.aborted ? this.#interrupted() : c2ErrorOf(error);
    } finally {
      clearTimeout(timer);
      operation.signal.removeEventListener('abort', abort);
      leave();
    }
  }

  async #enter(operation: Operation): Promise<() => void> {
    try {
      return await this.#turns.enter(operation.signal);
    } catch {
      throw this.#interrupted();
    }
  }

  #interrupted(): C2Error {
    return this.#closed ? closedError() : new C2Error('timeout', 'The framework did not answer in time');
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const attempt = () => {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const request = httpRequest({
        agent: this.#agent,
        host: hostOf(this.#url),
        port: portOf(this.#url),
        method,
        path,
        signal,
        maxHeaderSize: 16 * 1024,
        headers:
          body === null
            ? this.#headers
            : {
                ...this.#headers,
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              },
      });
      request.on('response', resolve);
      request.on('error', (error) => reject(Object.assign(error, { onReusedSocket: request.reusedSocket })));
      // While a connection is being made the request itself would stay silent.
      if (signal.aborted) reject(new Error('interrupted'));
      else signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
      request.end(body);
      return promise;
    };
    try {
      return await attempt();
    } catch (error) {
      // The framework closed an idle connection just as it was used again; every request here may be repeated.
      const stale = (error as { onReusedSocket?: boolean }).onReusedSocket === true && !signal.aborted;
      if (!stale) throw error;
      return await attempt();
    }
  }

  async #read(
    operation: Operation,
    response: IncomingMessage,
    most: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    const failure = failureOf(response.statusCode ?? 0);
    if (failure) {
      response.destroy();
      throw failure;
    }
    const tooLarge = () => new C2Error('too_large', 'The framework answered with more than Damson accepts');
    if (Number(response.headers['content-length'] ?? 0) > most) {
      response.destroy();
      throw tooLarge();
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      if (size > largeBytes) await this.waitForLargeTurn(operation, signal);
      chunks.push(chunk);
    }
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {
      throw new C2Error('protocol', 'The framework answered with something other than JSON');
    }
  }

  /** A connection whose address and certificate were found good, before a byte of HTTP is written to it. */
  async #connect(): Promise<Socket> {
    if (this.#closed) throw closedError();
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const host = hostOf(this.#url);
    if (isIP(host) !== 0 && isForbiddenAddress(host)) throw forbiddenAddress();
    const tcp = netConnect({ host, port: portOf(this.#url), lookup: this.#lookup, noDelay: true });
    this.#keep(tcp);
    const timer = setTimeout(
      () => reject(new C2Error('timeout', 'The framework could not be connected to in time')),
      this.#limits.connectMs,
    );
    tcp.on('error', reject);
    tcp.on('close', () => reject(brokenOff()));
    tcp.on('connect', () => {
      if (isForbiddenAddress(tcp.remoteAddress ?? '')) return reject(forbiddenAddress());
      if (this.#url.protocol === 'http:') return resolve(tcp);
      // Every certificate passes the handshake and is then judged here, so that a refusal can say which one it was.
      const secure = process.getBuiltinModule('node:tls').connect({
        socket: tcp,
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(this.#authorities ? { ca: this.#authorities } : {}),
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: false,
      });
      secure.on('error', (error) => reject(tlsError(error)));
      secure.on('secureConnect', () => {
        const refusal = refusedCertificate(secure, this.#trust);
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

/** Lets so many in at a time, in the order in which they came. */
class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** The way to leave again. Throws when the signal aborts the wait. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new Error('interrupted');
    if (this.#free > 0) {
      this.#free--;
    } else {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
        reject(new Error('interrupted'));
      };
      this.#waiting.push(resolve);
      signal.addEventListener('abort', giveUp, { once: true });
      await promise.finally(() => signal.removeEventListener('abort', giveUp));
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}

function portOf(url: URL): number {
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

function failureOf(status: number): C2Error | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) {
    return new C2Error('unauthorized', 'The framework does not accept the token');
  }
  if (status === 404) return new C2Error('not_found', 'The framework has nothing there');
  if (status >= 300 && status < 400) {
    return new C2Error('refused', 'The framework answered with a redirect, and Damson follows none');
  }
  return new C2Error('refused', `The framework answered with status ${status}`);
}

function c2ErrorOf(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === undefined) return error;
  if (code.startsWith('HPE_')) return new C2Error('protocol', 'The framework does not speak HTTP there');
  if (code === 'ECONNREFUSED') return new C2Error('unreachable', 'The framework refuses connections');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new C2Error('unreachable', "The framework's host name is not known");
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return brokenOff();
  }
  return new C2Error('unreachable', `The framework can not be reached (${code})`);
}

function tlsError(error: Error): C2Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code === 'ECONNRESET'
    ? brokenOff()
    : new C2Error('tls', `The framework and Damson found no common TLS${code ? ` (${code})` : ''}`);
}

function brokenOff(): C2Error {
  return new C2Error('unreachable', 'The framework broke off the connection');
}

function forbiddenAddress(): C2Error {
  return new C2Error(
    'forbidden_address',
    'The address is link-local, unspecified, multicast or broadcast: Damson does not connect to it',
  );
}

function closedError(): C2Error {
  return new C2Error('unreachable', 'The connection to the framework was closed');
}
