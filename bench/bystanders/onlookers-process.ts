import { Agent, request } from 'node:http';
import type { OnlookersJob, Seen, SeenOf } from './onlookers.ts';

/**
 * Everyone else, in a separate process: requests leave at fixed times, whether or not earlier ones were answered, so that a
 * server that is blocked for a second affects everyone who came in that second.
 */
type Kind = keyof OnlookersJob['every'];
const kinds: readonly Kind[] = ['reads', 'writes', 'health'];

/** Value for a request that was refused or got no answer. */
const refusedMilliseconds = 10_000;

class Watch {
  readonly #job: OnlookersJob;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 100 });
  readonly #latencies: Record<Kind, number[]> = { reads: [], writes: [], health: [] };
  readonly #timers: NodeJS.Timeout[];
  #open = 0;
  #sent = 0;
  readonly #failures: string[] = [];
  #onIdle: () => void = () => {};

  constructor(job: OnlookersJob) {
    this.#job = job;
    this.#timers = kinds.map((kind) => setInterval(() => this.#send(kind), job.every[kind]));
  }

  async end(): Promise<Seen> {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#open > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.#agent.destroy();
    const { reads, writes, health } = this.#latencies;
    return { reads: sum(reads), writes: sum(writes), health: sum(health), failures: this.#failures };
  }

  #send(kind: Kind): void {
    const { base, token, read, write } = this.#job;
    this.#open += 1;
    this.#sent += 1;
    const sentAt = performance.now();
    const body = kind === 'writes' ? JSON.stringify({ red_comment: `seen at ${this.#sent}` }) : null;
    const target = { reads: read, writes: write, health: '/api/v1/health' }[kind];
    const ended = (failure: string | null): void => {
      const took = performance.now() - sentAt;
      if (failure !== null) this.#failures.push(failure);
      this.#latencies[kind].push(failure === null ? took : Math.max(took, refusedMilliseconds));
      this.#open -= 1;
      if (this.#open === 0) this.#onIdle();
    };
    const out = request(base + target, {
      method: body === null ? 'GET' : 'PUT',
      agent: this.#agent,
      headers: {
        ...(kind === 'health' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    out.on('response', (response) => {
      const { statusCode } = response;
      response.resume();
      response.on('end', () => ended(statusCode === 200 ? null : `${target} was answered ${statusCode}`));
    });
    out.on('error', (error) => ended(`${target}: ${error.message}`));
    out.end(body ?? undefined);
  }
}

function sum(latencies: readonly number[]): SeenOf {
  const sorted = Float64Array.from(latencies).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? 0 };
}

let watch: Watch | null = null;
process.on('message', (message: OnlookersJob | 'end') => {
  if (message !== 'end') {
    watch = new Watch(message);
    return;
  }
  watch?.end().then(
    (seen) => process.send?.({ seen }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
