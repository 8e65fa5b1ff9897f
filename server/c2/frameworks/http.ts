import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { invalid } from '../../errors.ts';
import { C2Error } from './adapter.ts';
import { hostOf, isSendableToken, normaliseBaseUrl, normaliseFingerprint } from './address.ts';
import { FrameworkConnections, portOf, type TlsTrust } from './connections.ts';
import { c2ErrorOf, closedError, failureOf } from './failures.ts';
import { Gate } from './gate.ts';
import { isProved, type ReadOnlyQuery } from './read-only-query.ts';

// An import of node:http reads every name it exports, and one of them loads a whole HTTP client: 10 ms of each start.
const { request: httpRequest } = process.getBuiltinModule('node:http');

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
  readonly #limits: FrameworkLimits;
  readonly #connections: FrameworkConnections;
  readonly #turns: Gate;
  readonly #largeTurn = new Gate(1);
  readonly #operations = new Set<AbortController>();

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
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#connections = new FrameworkConnections({
      url: this.#url,
      trust:
        options.tls.mode === 'pin'
          ? { mode: 'pin', fingerprint: normaliseFingerprint(options.tls.fingerprint) }
          : options.tls,
      connectMs: this.#limits.connectMs,
      authorities: options.authorities,
      lookup: options.lookup,
    });
    this.#turns = new Gate(this.#limits.concurrency);
  }

  /** Runs one question under one deadline; what it holds is given back when it ends. */
  async run<Result>(work: (operation: Operation) => Promise<Result>): Promise<Result> {
    if (this.#connections.isClosed) throw closedError();
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
    if (!isProved(query)) throw new TypeError('not a proved query');
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
    for (const operation of this.#operations) operation.abort();
    this.#connections.close();
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
    return this.#connections.isClosed
      ? closedError()
      : new C2Error('timeout', 'The framework did not answer in time');
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
        agent: this.#connections.agent,
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
}
