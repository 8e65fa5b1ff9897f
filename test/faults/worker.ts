import type { Answer, Client, RequestOptions } from '../support/servers/server.ts';
import type { Fact, Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Lane } from './world.ts';

/** A write that the server refused. */
export class Refused extends Error {
  readonly status: number;
  constructor(what: string, status: number, body: unknown) {
    super(`${what} answers ${status} ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** One client, which works on its lane. */
export class Worker {
  readonly client: Client;
  readonly lane: Lane;
  readonly random: Random;
  readonly scenario: string;
  readonly #ledger: Pick<Ledger, 'ask' | 'acknowledge'>;
  readonly #names: () => string;

  constructor(parts: {
    client: Client;
    lane: Lane;
    random: Random;
    scenario: string;
    ledger: Pick<Ledger, 'ask' | 'acknowledge'>;
    names: () => string;
  }) {
    this.client = parts.client;
    this.lane = parts.lane;
    this.random = parts.random;
    this.scenario = parts.scenario;
    this.#ledger = parts.ledger;
    this.#names = parts.names;
  }

  /** A new, unused name. */
  name(): string {
    return this.#names();
  }

  /**
   * Sends a write with an effect known in advance, and notes it once acknowledged. Throws Refused for another status, and fetch's
   * error when there is no answer.
   */
  async change(
    method: string,
    path: string,
    body: unknown,
    facts: Fact[],
    status = 200,
    client = this.client,
  ): Promise<Answer['body']> {
    this.#ledger.ask(facts);
    return this.#send(method, path, body, status, () => facts, client);
  }

  /** Throws Refused, with its problem, for work that was accepted but failed later. */
  refuse(what: string, problem: unknown): never {
    throw new Refused(what, 503, problem);
  }

  /** Reads the current state; throws Refused for any status but 200. */
  async read(path: string, client = this.client): Promise<Answer['body']> {
    const answer = await client.get(path);
    if (answer.status !== 200) throw new Refused(`GET ${path}`, answer.status, answer.body);
    return answer.body;
  }

  /** Notes the possible effect of a write on existing data before its answer, which has the rest. */
  ask(facts: Fact[]): void {
    this.#ledger.ask(facts);
  }

  /** Notes the result of work that a request only started. */
  acknowledge(facts: Fact[]): void {
    this.#ledger.acknowledge(facts);
  }

  /** Sends a write, and takes its effect from the answer. */
  make(
    path: string,
    body: unknown,
    // biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of its operation
    facts: (made: any) => Fact[],
    status = 201,
    client = this.client,
  ): Promise<Answer['body']> {
    return this.#send('POST', path, body, status, facts, client);
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    status: number,
    facts: (answer: Answer['body']) => Fact[],
    client = this.client,
  ): Promise<Answer['body']> {
    const options: RequestOptions =
      body === undefined ? {} : body instanceof FormData ? { raw: body } : { body };
    const answer = await client.request(method, path, options);
    if (answer.status !== status) throw new Refused(`${method} ${path}`, answer.status, answer.body);
    this.#ledger.acknowledge(facts(answer.body));
    return answer.body;
  }
}

export type Write = {
  /** The tried operation, as named in the registry, without its tree. */
  route: string;
  /** Whether only one client at a time may use it. */
  exclusive?: boolean;
  /** Whether it takes several transactions, each with a history entry. */
  inSlices?: boolean;
  /** Relative frequency; 1 is normal. */
  weight?: number;
  run(worker: Worker): Promise<unknown>;
};
