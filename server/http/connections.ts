import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionBounds = {
  connections: number;
  /** Several people may share one address; behind a trusted proxy all of them do. */
  connectionsPerAddress: number;
};

type Connection = {
  /** The connection itself, or its encryption once that is established. */
  socket: Socket;
  address: string;
  /** Requests that wait for their response. */
  busy: number;
  used: boolean;
  /** Ends its open response, if there is one. */
  end: (() => void) | null;
};

/** Counter of a connection. */
const keepers = new WeakMap<Socket, Connections>();

/**
 * Marks the pending response of a connection as held open until someone ends it: its place is given to others when there is no
 * other left, and `end` is called when the server stops.
 */
export function holdOpen(socket: Socket, end: () => void): void {
  keepers.get(socket)?.hold(socket, end);
}

/**
 * The open connections of a server, limited in number. A connection beyond the limit replaces the one idle for longest, else the
 * one whose response has been held open for longest, so that nobody blocks others with inactive connections; when all are busy,
 * it is refused.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #open = new Map<string, Connection>();
  /** Connections without a request, longest idle first. */
  readonly #idle = new Map<string, Connection>();
  /** Connections with a held response, longest held first. */
  readonly #held = new Map<string, Connection>();
  readonly #perAddress = new Map<string, number>();
  readonly #encrypted = new WeakSet<Socket>();
  #stops = false;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#bounds = bounds;
    server.on('connection', (socket) => this.#admit(socket));
    server.on('secureConnection', (socket: Socket) => {
      this.#encrypted.add(socket);
      const connection = this.#open.get(nameOf(socket));
      if (connection !== undefined) connection.socket = socket;
    });
  }

  /** Notes a request on a connection; returns a function to call when it is answered. */
  begin(socket: Socket): () => void {
    const name = nameOf(socket);
    const connection = this.#open.get(name);
    if (connection === undefined) return () => {};
    keepers.set(socket, this);
    connection.used = true;
    connection.busy += 1;
    this.#idle.delete(name);
    return () => {
      connection.busy -= 1;
      connection.end = null;
      this.#held.delete(name);
      if (connection.busy === 0 && this.#open.get(name) === connection) this.#idle.set(name, connection);
    };
  }

  /** See `holdOpen`. */
  hold(socket: Socket, end: () => void): void {
    const name = nameOf(socket);
    const connection = this.#open.get(name);
    if (connection === undefined) return;
    connection.end = end;
    this.#held.set(name, connection);
    if (this.#stops) end();
  }

  /** Ends held responses, now and from now on. */
  endHeld(): void {
    this.#stops = true;
    for (const { end } of this.#held.values()) end?.();
  }

  /** Whether the TLS handshake of a connection is complete: nothing can be sent before. */
  isEncrypted(socket: Socket): boolean {
    return this.#encrypted.has(socket);
  }

  /**
   * Closes connections without a request so far, such as those that browsers open in advance. Node regards them as slow requests,
   * and a TLS handshake as no connection of its server at all.
   */
  endUnused(): void {
    for (const { socket, used } of this.#idle.values()) if (!used) socket.destroy();
  }

  #admit(socket: Socket): void {
    const name = nameOf(socket);
    const address = socket.remoteAddress ?? '';
    const { connections, connectionsPerAddress } = this.#bounds;
    const ofAddress = this.#perAddress.get(address) ?? 0;
    if (
      (ofAddress >= connectionsPerAddress && !this.#endIdle(address)) ||
      (this.#open.size >= connections && !this.#endIdle(null))
    ) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, address, busy: 0, used: false, end: null };
    this.#open.set(name, connection);
    this.#idle.set(name, connection);
    this.#count(address, 1);
    socket.once('close', () => this.#forget(name, connection));
  }

  /**
   * Closes the connection idle for longest, of one address or of all, or else the one with the longest held response; false when
   * all are busy.
   */
  #endIdle(address: string | null): boolean {
    for (const connections of [this.#idle, this.#held]) {
      for (const [name, connection] of connections) {
        if (address !== null && connection.address !== address) continue;
        this.#forget(name, connection);
        connection.socket.destroy();
        return true;
      }
    }
    return false;
  }

  #forget(name: string, connection: Connection): void {
    if (this.#open.get(name) !== connection) return;
    this.#open.delete(name);
    this.#idle.delete(name);
    this.#held.delete(name);
    this.#count(connection.address, -1);
  }

  #count(address: string, change: 1 | -1): void {
    const count = (this.#perAddress.get(address) ?? 0) + change;
    if (count === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, count);
  }
}

/** Identifies a connection by its remote end, which is the same before and behind its encryption. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
