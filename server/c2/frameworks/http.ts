import type { LookupFunction } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { Agent, type Dispatcher } from 'undici';
import { invalid } from '../../errors.ts';
import { C2Error } from './adapter.ts';
import { isSendableToken, normaliseBaseUrl, normaliseFingerprint } from './address.ts';
import { closedError, isBrokenOff, judgeStatus, noAnswer, toC2Error } from './failures.ts';
import { JudgingConnector, type TlsTrust } from './judging-connector.ts';
import { defaultLimits, type FrameworkLimits } from './limits.ts';
import { isProved, type ReadOnlyQuery, type Variables } from './read-only-query.ts';

export type FrameworkHttpOptions = {
  baseUrl: string;
  tls: TlsTrust;
  token: string;
  limits?: Partial<FrameworkLimits>;
  /** The framework's queue, shared by its clients; without it this client has its own. */
  turns?: LimitFunction;
  /** Certificates trusted by `verify` instead of the system's. */
  authorities?: string[];
  lookup?: LookupFunction;
};

/** Many large answers at once would fill the memory, so only one answer at a time may exceed this size. */
const largeBytes = 1024 * 1024;

/** One call of an adapter: its deadline, and whether it may hold large answers. */
export type Operation = {
  readonly signal: AbortSignal;
  readonly ended: Promise<void>;
  holdsLarge: boolean;
  /** The framework's clock at its last answer; null if not reported. */
  frameworkTime: number | null;
};

type Call = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body: string | null };

/**
 * The only outgoing HTTP client. It can do two things, both read-only: GET a path, and POST a proven query to `graphql/`. The
 * token is only sent to its own origin: redirects are failures.
 */
export class FrameworkHttp {
  readonly limits: FrameworkLimits;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #token: string;
  readonly #tokenHeader: string;
  readonly #connector: JudgingConnector;
  readonly #agent: Agent;
  readonly #turns: LimitFunction;
  readonly #largeTurn = pLimit(1);
  readonly #operations = new Set<AbortController>();

  /** `tokenHeader` names the header for the token. */
  constructor(options: FrameworkHttpOptions, tokenHeader: string) {
    if (!isSendableToken(options.token)) throw invalid('token', 'must be printable ASCII without spaces');
    const url = new URL(normaliseBaseUrl(options.baseUrl));
    this.limits = { ...defaultLimits, ...options.limits };
    this.#origin = url.origin;
    this.#basePath = url.pathname.replace(/\/+$/, '');
    this.#token = options.token;
    this.#tokenHeader = tokenHeader;
    this.#connector = new JudgingConnector({
      url,
      trust:
        options.tls.mode === 'pin'
          ? { mode: 'pin', fingerprint: normaliseFingerprint(options.tls.fingerprint) }
          : options.tls,
      connectMs: this.limits.connectMs,
      authorities: options.authorities,
      lookup: options.lookup,
    });
    this.#agent = new Agent({
      connect: (connection, callback) => this.#connector.connect(connection, callback),
      headersTimeout: this.limits.silenceMs,
      bodyTimeout: this.limits.silenceMs,
      maxHeaderSize: 16 * 1024,
    });
    this.#turns = options.turns ?? pLimit(this.limits.concurrency);
  }

  /** Runs one call under one deadline, including the wait for its turn; calls `begin` when that comes. */
  async run<Result>(
    work: (operation: Operation) => Promise<Result>,
    begin: () => void = () => {},
  ): Promise<Result> {
    if (this.#connector.isClosed) throw closedError();
    const controller = new AbortController();
    const { signal } = controller;
    const interrupted = Promise.withResolvers<never>();
    const ended = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => interrupted.reject(this.#interruption()), { once: true });
    const deadline = setTimeout(() => controller.abort(), this.limits.operationMs);
    this.#operations.add(controller);
    const turn = this.#turns(() => {
      signal.throwIfAborted();
      begin();
      return work({ signal, ended: ended.promise, holdsLarge: false, frameworkTime: null });
    });
    try {
      return await Promise.race([interrupted.promise, turn]);
    } finally {
      clearTimeout(deadline);
      this.#operations.delete(controller);
      ended.resolve();
    }
  }

  /** The JSON at a path of these segments, which are escaped. */
  get(
    operation: Operation,
    segments: string[],
    options: { query?: [name: string, value: string][]; responseBytes?: number } = {},
  ): Promise<unknown> {
    if (segments.some((segment) => /^\.{0,2}$/.test(segment))) throw new RangeError('an empty path segment');
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const path = `${this.#basePath}/${segments.map(encodeURIComponent).join('/')}${query}`;
    const call: Call = { method: 'GET', path, headers: this.#headers(false), body: null };
    return this.#answer(operation, call, options.responseBytes);
  }

  /** The JSON answer to a proven query. Refuses (TypeError) an unproven document. */
  query<V extends Variables>(
    operation: Operation,
    query: ReadOnlyQuery<V>,
    variables: V,
    options: { bearer?: boolean; responseBytes?: number } = {},
  ): Promise<unknown> {
    if (!isProved(query)) throw new TypeError('not a proved query');
    if (!Object.values(variables).flat().every(Number.isSafeInteger)) {
      throw new TypeError('variables must be integers');
    }
    const call: Call = {
      method: 'POST',
      path: `${this.#basePath}/graphql/`,
      headers: { ...this.#headers(options.bearer === true), 'content-type': 'application/json' },
      body: JSON.stringify({ query: query.document, variables }),
    };
    return this.#answer(operation, call, options.responseBytes);
  }

  /** Waits until no other call of this framework holds a large answer; kept until the operation ends. */
  async waitForLargeTurn(operation: Operation): Promise<void> {
    if (operation.holdsLarge) return;
    await new Promise<void>((resolve) => {
      void this.#largeTurn(() => {
        resolve();
        return operation.ended;
      });
    });
    operation.holdsLarge = true;
  }

  close(): void {
    this.#connector.close();
    for (const operation of this.#operations) operation.abort();
    void this.#agent.destroy();
  }

  #headers(bearer: boolean): Record<string, string> {
    return {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'damson',
      ...(bearer ? { authorization: `Bearer ${this.#token}` } : { [this.#tokenHeader]: this.#token }),
    };
  }

  async #answer(
    operation: Operation,
    call: Call,
    responseBytes = this.limits.responseBytes,
  ): Promise<unknown> {
    try {
      const answer = await this.#read(operation, await this.#send(call, operation.signal), responseBytes);
      // The connection becomes free only after this turn of the event loop.
      await setImmediate();
      return answer;
    } catch (error) {
      if (error instanceof C2Error) throw error;
      throw operation.signal.aborted ? this.#interruption() : toC2Error(error);
    }
  }

  #interruption(): C2Error {
    return this.#connector.isClosed ? closedError() : noAnswer();
  }

  async #send(call: Call, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const attempt = () => this.#agent.request({ origin: this.#origin, ...call, signal });
    const made = this.#connector.made;
    try {
      return await attempt();
    } catch (error) {
      // The framework closed an idle connection just as it was reused; all requests here can be repeated.
      const code = (error as NodeJS.ErrnoException).code;
      if (!isBrokenOff(code) || this.#connector.made !== made || signal.aborted) throw error;
      return await attempt();
    }
  }

  async #read(operation: Operation, response: Dispatcher.ResponseData, most: number): Promise<unknown> {
    const { body, headers, statusCode } = response;
    const giveUp = (failure: C2Error): never => {
      body.on('error', () => {});
      body.destroy();
      throw failure;
    };
    const tooLarge = () => new C2Error('too_large', 'The framework answered with more than Damson accepts');
    const failure = judgeStatus(
      statusCode,
      /^application\/([\w.-]+\+)?json\b/.test(`${headers['content-type']}`),
    );
    if (failure) return giveUp(failure);
    if (Number(headers['content-length'] ?? 0) > most) return giveUp(tooLarge());
    const time = Date.parse(`${headers.date}`);
    operation.frameworkTime = Number.isNaN(time) ? null : time;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      if (size > largeBytes) await this.waitForLargeTurn(operation);
      chunks.push(chunk);
    }
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {
      throw new C2Error('protocol', 'The framework answered with something other than JSON');
    }
  }
}
