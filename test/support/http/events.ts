import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { Client } from '../servers/server.ts';
import { until } from '../servers/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into events whose shape they assert
export type TestEvent = { name: string; id: string | null; data: any };

/** An event stream, read over a separate connection. */
export class EventReader {
  readonly response: IncomingMessage;
  readonly events: TestEvent[] = [];
  /** Comments, which keep a stream alive. */
  beats = 0;
  isOver = false;
  readonly #request: ClientRequest;
  #rest = '';
  #taken = 0;

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#read(text));
    response.on('error', () => {});
    response.on('close', () => {
      this.isOver = true;
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** The next unread event. */
  async next(): Promise<TestEvent> {
    await until(() => this.#taken < this.events.length || this.isOver);
    const event = this.events[this.#taken];
    if (event === undefined) throw new Error('the stream has ended');
    this.#taken += 1;
    return event;
  }

  /** The next change. */
  async nextChange(): Promise<TestEvent> {
    for (;;) {
      const event = await this.next();
      if (event.name === 'change') return event;
    }
  }

  /** Waits for the end, returns its reason. */
  async ended(): Promise<string | null> {
    await until(() => this.isOver);
    return this.events.find(({ name }) => name === 'end')?.data.reason ?? null;
  }

  /** The id to continue from. */
  get lastId(): string | null {
    return this.events.findLast(({ id }) => id !== null)?.id ?? null;
  }

  /** Breaks the connection. */
  drop(): void {
    this.#request.destroy();
    this.response.destroy();
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() as string;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => split(line)));
      if (fields.has('')) this.beats += 1;
      const data = fields.get('data');
      if (data === undefined) continue;
      this.events.push({
        name: fields.get('event') ?? 'message',
        id: fields.get('id') ?? null,
        data: JSON.parse(data),
      });
    }
  }
}

function split(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

/** Opens an event stream, whatever the answer. */
export async function openEvents(
  base: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const request = get(base + target, { agent: false, headers });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return new EventReader(request, response);
}

export async function newTicket(client: Client): Promise<string> {
  const { status, body } = await client.post('/api/v1/auth/ticket');
  if (status !== 200) throw new Error(`a ticket answers ${status} ${JSON.stringify(body)}`);
  return body.ticket;
}

/** Follows a mission as a person, signed in with a ticket. */
export async function follow(client: Client, missionId: string, since?: string | null): Promise<EventReader> {
  const query = since ? `&since=${encodeURIComponent(since)}` : '';
  const target = `/api/v1/missions/${missionId}/events?ticket=${await newTicket(client)}${query}`;
  const reader = await openEvents(client.base, target);
  if (reader.status !== 200) throw new Error(`the events answer ${reader.status}`);
  return reader;
}
