import { type ChildProcess, fork } from 'node:child_process';

export type PlannedRequest = {
  /** The whole request as it goes over the wire. */
  text: string;
  /** Position of twelve digits that differ in every request. */
  counterAt?: number;
  status?: number;
  /** Expected answer, without its volatile parts. */
  body?: string;
  volatile?: [number, number][];
  /** Position in the answer's body where the twelve digits must come back. */
  echoAt?: number;
};

export type Job = {
  host: string;
  port: number;
  connections: number;
  milliseconds: number;
  /** Pause of a connection after each answer; 0 for none. */
  paceMilliseconds: number;
  requests: PlannedRequest[];
  firstCounter: number;
};

export type LoadResult = {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  mean: number;
  p50: number;
  p99: number;
  worst: number;
  lastCounter: number;
};

/** The load generator's process; one job at a time. */
export class LoadGenerator {
  readonly #child: ChildProcess;
  #counter = 1;

  constructor() {
    this.#child = fork(new URL('./load-process.ts', import.meta.url), { execPath: process.execPath });
  }

  async run(
    url: string,
    requests: PlannedRequest[],
    options: {
      connections: number;
      milliseconds: number;
      paceMilliseconds?: number;
      /** Ends the load early. */
      until?: Promise<unknown>;
    },
  ): Promise<LoadResult> {
    const { hostname, port } = new URL(url);
    const { connections, milliseconds, paceMilliseconds = 0, until } = options;
    const job: Job = {
      host: hostname,
      port: Number(port),
      connections,
      milliseconds,
      paceMilliseconds,
      requests,
      firstCounter: this.#counter,
    };
    const answer = Promise.withResolvers<LoadResult>();
    const onExit = () => answer.reject(new Error('the load generator ended'));
    this.#child.once('exit', onExit);
    this.#child.once('message', (message: { result: LoadResult } | { error: string }) => {
      if ('error' in message) answer.reject(new Error(`load on ${url}: ${message.error}`));
      else answer.resolve(message.result);
    });
    this.#child.send(job);
    until?.finally(() => this.#child.send('stop'));
    try {
      const result = await answer.promise;
      this.#counter = result.lastCounter;
      return result;
    } finally {
      this.#child.off('exit', onExit);
    }
  }

  close(): void {
    this.#child.disconnect();
  }
}

export const counterPlaceholder = '@@@@@@@@@@@@';

/** A request as text, with the position of the counter in it. */
export function planRequest(
  method: string,
  url: string,
  options: { token?: string; body?: unknown } = {},
): PlannedRequest {
  const { pathname, search, host } = new URL(url);
  const body = options.body === undefined ? '' : JSON.stringify(options.body);
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`, 'Accept: application/json'];
  if (options.token !== undefined) lines.push(`Authorization: Bearer ${options.token}`);
  if (body !== '') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  const counterAt = text.indexOf(counterPlaceholder);
  return counterAt === -1 ? { text } : { text, counterAt: Buffer.byteLength(text.slice(0, counterAt)) };
}

/** `expected` as the required answer, except for the values of the properties in `differs`. */
export function expecting(
  request: PlannedRequest,
  expected: string,
  differing: readonly RegExp[] = [],
): PlannedRequest {
  const volatile = differing
    .flatMap((pattern) => [...expected.matchAll(new RegExp(pattern.source, 'gd'))])
    .map((found) => {
      const [start, end] = found.indices?.[1] ?? [0, 0];
      return [Buffer.byteLength(expected.slice(0, start)), Buffer.byteLength(expected.slice(0, end))];
    })
    .sort((a, b) => a[0]! - b[0]!) as [number, number][];
  return { ...request, body: expected, volatile };
}
