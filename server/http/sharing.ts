import type { RequestHandler } from 'express';
import { RequestTally } from '../request-tally.ts';
import { createHostGuard, toHostHeader } from './guard.ts';
import { listen, portOf } from './listen.ts';
import { type App, createHttpServer, type HttpServer, type ServerBounds } from './server.ts';

export type SharedAddress = {
  /** An address of this machine. */
  host: string;
  /** 0 = any free port. */
  port: number;
  /** Further names that reach it, without a port: those of its certificate. */
  names: readonly string[];
  /** PEM; without it traffic is not encrypted. */
  tls: { cert: string; key: string } | null;
};

/** A server that can't be shared as requested; the message is a sentence for the person who asked. */
export class SharingRefused extends Error {}

/** Opens a second listener of a server for others. It only serves the shared address and its names. */
export class Sharing {
  readonly #createApp: (guards: readonly RequestHandler[]) => App;
  readonly #onAcceptFailed: (error: Error) => void;
  readonly #bounds: Partial<ServerBounds>;
  readonly #tally: RequestTally;
  #open: HttpServer | null = null;

  constructor(
    createApp: (guards: readonly RequestHandler[]) => App,
    onAcceptFailed: (error: Error) => void = () => {},
    bounds: Partial<ServerBounds> = {},
    tally: RequestTally = new RequestTally(),
  ) {
    this.#createApp = createApp;
    this.#onAcceptFailed = onAcceptFailed;
    this.#bounds = bounds;
    this.#tally = tally;
  }

  /**
   * Shares, and returns the port. Refuses (SharingRefused) when already shared, and an address or certificate that can't be used.
   */
  async start(address: SharedAddress): Promise<number> {
    if (this.#open !== null) throw new SharingRefused('It is shared already: stop that first.');
    const allowed = new Set<string>();
    const app = this.#createApp([createHostGuard(allowed)]);
    let http: HttpServer;
    try {
      http = createHttpServer(app, address.tls, this.#bounds, this.#tally);
    } catch {
      throw new SharingRefused("The certificate and its key can't be used together.");
    }
    this.#open = http;
    try {
      await listen(http.server, address, this.#onAcceptFailed);
    } catch (error) {
      this.#open = null;
      throw new SharingRefused(explainListenError(error as NodeJS.ErrnoException, address));
    }
    const port = portOf(http.server);
    for (const name of [address.host, ...address.names]) allowed.add(`${toHostHeader(name)}:${port}`);
    return port;
  }

  /** Stops accepting and resolves once every running request is answered, or after `milliseconds`. */
  async stop(milliseconds: number): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    await open.drain(milliseconds);
    if (this.#open === open) this.#open = null;
  }
}

function explainListenError({ code }: NodeJS.ErrnoException, { host, port }: SharedAddress): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is used by another program: choose another one.`;
    case 'EADDRNOTAVAIL':
      return `This computer does not have the address ${host} any more.`;
    case 'EACCES':
      return `The system does not let Damson listen on port ${port}: choose one from 1024 on.`;
    default:
      return `Damson can't listen on ${host}, port ${port} (${code ?? 'unknown error'}).`;
  }
}
