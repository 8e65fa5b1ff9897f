import { connect, type Socket } from 'node:net';
import type { Job, LoadResult, PlannedRequest } from './load.ts';

/**
 * The load generator, in a separate process: keep-alive connections that each send the next request as soon as the last answer is
 * in, and check every byte of it. Raw sockets, because a client library uses as much of the second core as the server uses of the
 * first.
 */
const endOfHead = Buffer.from('\r\n\r\n');

type Prepared = {
  bytes: Buffer;
  counterAt: number | undefined;
  status: Buffer;
  body: Buffer | undefined;
  /** Start and end of each constant stretch of the body. */
  fixed: [number, number][];
  echoAt: number | undefined;
};

class Run {
  readonly latencies: number[] = [];
  readonly #job: Job;
  readonly #requests: Prepared[];
  readonly #sockets: Socket[] = [];
  #next = 0;
  #counter: number;
  #failure: string | null = null;
  #open = 0;
  #done: () => void = () => {};
  #ends: number;

  constructor(job: Job) {
    this.#job = job;
    this.#requests = job.requests.map(prepare);
    this.#counter = job.firstCounter;
    this.#ends = performance.now() + job.milliseconds;
  }

  stop(): void {
    this.#ends = 0;
  }

  async run(): Promise<LoadResult> {
    const started = performance.now();
    const finished = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    for (let index = 0; index < this.#job.connections; index += 1) this.#connect();
    await finished;
    const milliseconds = performance.now() - started;
    if (this.#failure !== null) throw new Error(this.#failure);
    const sorted = Float64Array.from(this.latencies).sort();
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return {
      requests: sorted.length,
      perSecond: (sorted.length / milliseconds) * 1000,
      mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
      p50: at(0.5),
      p99: at(0.99),
      worst: sorted.at(-1) ?? 0,
      lastCounter: this.#counter,
    };
  }

  #fail(reason: string): void {
    this.#failure ??= reason;
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(): void {
    const { host, port, paceMilliseconds } = this.#job;
    const socket = connect(port, host);
    socket.setNoDelay(true);
    this.#sockets.push(socket);
    this.#open += 1;
    let request: Prepared = this.#requests[0]!;
    let counter = '';
    let sentAt = 0;
    let pending: Buffer | null = null;
    const send = () => {
      request = this.#requests[this.#next % this.#requests.length]!;
      this.#next += 1;
      if (request.counterAt !== undefined) {
        counter = String(this.#counter).padStart(12, '0');
        this.#counter += 1;
        request.bytes.write(counter, request.counterAt, 'latin1');
      }
      sentAt = performance.now();
      // The bytes may be rewritten for the next connection before the socket has taken them.
      socket.write(request.counterAt === undefined ? request.bytes : Buffer.from(request.bytes));
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      const received = pending === null ? chunk : Buffer.concat([pending, chunk]);
      const head = received.indexOf(endOfHead);
      if (head === -1) {
        pending = received;
        return;
      }
      const length = contentLength(received.toString('latin1', 0, head));
      const end = head + 4 + length;
      if (received.length < end) {
        pending = received;
        return;
      }
      pending = null;
      const now = performance.now();
      const wrong =
        received.length > end ? 'more than one answer' : judge(request, received, head + 4, counter);
      if (wrong !== null) {
        this.#fail(`${wrong}: ${received.toString('utf8', 0, 800)}`);
        return;
      }
      this.latencies.push(now - sentAt);
      if (now >= this.#ends) socket.end();
      else if (paceMilliseconds === 0) send();
      else setTimeout(send, paceMilliseconds);
    });
    socket.on('error', (error) => this.#fail(`the connection failed: ${error.message}`));
    socket.on('close', () => {
      this.#open -= 1;
      if (this.#open === 0) this.#done();
      else if (this.#failure === null && performance.now() < this.#ends) {
        this.#fail('the server closed the connection');
      }
    });
  }
}

function prepare(planned: PlannedRequest): Prepared {
  const body = planned.body === undefined ? undefined : Buffer.from(planned.body);
  const fixed: [number, number][] = [];
  let from = 0;
  for (const [start, end] of planned.volatile ?? []) {
    fixed.push([from, start]);
    from = end;
  }
  if (body !== undefined) fixed.push([from, body.length]);
  return {
    bytes: Buffer.from(planned.text),
    counterAt: planned.counterAt,
    status: Buffer.from(`HTTP/1.1 ${planned.status ?? 200} `),
    body,
    fixed,
    echoAt: planned.echoAt,
  };
}

function contentLength(head: string): number {
  const found = /\r\ncontent-length: (\d+)/i.exec(head);
  return found === null ? 0 : Number(found[1]);
}

function judge(request: Prepared, received: Buffer, start: number, counter: string): string | null {
  if (received.compare(request.status, 0, request.status.length, 0, request.status.length) !== 0) {
    return 'another status';
  }
  if (request.body === undefined) return null;
  if (received.length - start !== request.body.length) return 'another length';
  for (const [from, to] of request.fixed) {
    if (request.body.compare(received, start + from, start + to, from, to) !== 0) return 'other bytes';
  }
  if (request.echoAt !== undefined) {
    const echo = received.toString('latin1', start + request.echoAt, start + request.echoAt + counter.length);
    if (echo !== counter) return 'another value than the one sent';
  }
  return null;
}

let running: Run | undefined;
process.on('message', (message: Job | 'stop') => {
  if (message === 'stop') {
    running?.stop();
    return;
  }
  running = new Run(message);
  running.run().then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
