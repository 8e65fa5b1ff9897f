import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdOpen } from './connections.ts';
import type { EventContracts } from './route.ts';
import { createPicker } from './serialise.ts';

/** Writes the head of a response with server-sent events. */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx would otherwise hold back events until there are many.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
}

/** Makes a function that writes one event with the fields of its contract; with `checks` the event is validated too. */
export function createEventWriter<C extends EventContracts>(
  contracts: C,
  { checks }: { checks: boolean },
): (name: keyof C & string, data: unknown, id?: string) => string {
  const pickers = Object.fromEntries(
    Object.entries(contracts).map(([name, contract]) => [name, createPicker(contract)]),
  ) as Record<keyof C, (value: unknown) => unknown>;
  return (name, data, id) => {
    if (checks) contracts[name]?.parse(data);
    const named = id === undefined ? '' : `id: ${id}\n`;
    return `event: ${name}\n${named}data: ${JSON.stringify(pickers[name](data))}\n\n`;
  };
}

/**
 * A response that stays open. Writers first check whether it is full, so that the backlog of a slow reader is limited; a reader
 * that reads nothing for `stallMs` is dropped.
 */
export class EventStream {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #stallMs: number;
  #stalled: NodeJS.Timeout | undefined;

  constructor(call: { request: IncomingMessage; response: ServerResponse }, stallMs: number) {
    this.#request = call.request;
    this.#response = call.response;
    this.#stallMs = stallMs;
  }

  /**
   * Sends the head. Calls back when a full stream takes more (`onRoom`), when the server needs its place (`onLeave`), and once
   * the reader is gone (`onClose`).
   */
  open(on: { onRoom: () => void; onLeave: () => void; onClose: () => void }): void {
    const response = this.#response;
    response.once('close', () => {
      clearTimeout(this.#stalled);
      on.onClose();
    });
    response.on('drain', () => {
      clearTimeout(this.#stalled);
      this.#stalled = undefined;
      if (!response.writableEnded) on.onRoom();
    });
    beginEvents(response);
    holdOpen(this.#request.socket, on.onLeave);
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  get isFull(): boolean {
    return this.#response.writableNeedDrain;
  }

  write(text: string): void {
    if (this.#response.writableEnded || this.#response.write(text)) return;
    this.#stalled ??= setTimeout(() => this.#response.destroy(), this.#stallMs);
  }

  /** Shows proxies and the reader that the stream is still open. */
  beat(): void {
    if (!this.isFull) this.write(':\n\n');
  }

  /** Ends the stream with a last text; a lagging reader doesn't get it and is cut off. */
  end(text: string): void {
    if (this.isFull) {
      this.#response.destroy();
      return;
    }
    this.#response.end(text);
    this.#stalled ??= setTimeout(() => this.#response.destroy(), this.#stallMs);
  }
}
