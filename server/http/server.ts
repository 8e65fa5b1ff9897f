import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../errors.ts';
import { baseHeaders } from './headers.ts';
import { problemOf } from './problem.ts';

// An import of node:http reads every name it exports, and one of them loads a whole HTTP client: 10 ms of the start.
const { createServer } = process.getBuiltinModule('node:http');

export type HttpServer = {
  server: Server;
  /** Stops accepting and resolves when every request under way has had its answer, or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
};

const slowestHeadMs = 20_000;

/**
 * An HTTP server around `listener`: slow and endless requests end by themselves, and what is not HTTP gets a problem. With a
 * certificate and its key (PEM) it speaks TLS; throws when they can't be used.
 */
export function createHttpServer(
  listener: RequestListener,
  tls: { cert: string; key: string } | null = null,
): HttpServer {
  // The guard judges the Host header, so that a missing one gets a problem document too.
  const options = { requireHostHeader: false };
  const server: Server =
    tls === null
      ? createServer(options, listener)
      : process
          .getBuiltinModule('node:https')
          .createServer({ ...options, ...tls, handshakeTimeout: slowestHeadMs }, listener);
  server.headersTimeout = slowestHeadMs;
  // The largest body is an import of 200 MiB over a slow wireless network.
  server.requestTimeout = 15 * 60_000;
  server.keepAliveTimeout = 30_000;
  // Node drops the headers past this count in silence, a second Host among them; their size is bounded anyway.
  server.maxHeadersCount = 0;
  // An expectation nobody knows is no reason to answer anything else.
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => answerMalformed(error, socket as ConnectionInUse));
  server.on('connect', (_request, socket) =>
    answerMalformed(new Error('no proxy'), socket as ConnectionInUse),
  );
  const destroyUnused = tls === null ? watchPlain(server) : watchSecure(server);
  return { server, drain: (milliseconds) => drain(server, destroyUnused, milliseconds) };
}

/** To Node a connection that was only opened, as browsers do in advance, is one that sends a request slowly. */
function watchPlain(server: Server): () => void {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
}

/** Over TLS a handshake has sent bytes already: a connection is used once a request has come on it. */
function watchSecure(server: Server): () => void {
  const unused = new Map<string, Socket>();
  const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  for (const event of ['connection', 'secureConnection'] as const) {
    server.on(event, (socket: Socket) => {
      const name = nameOf(socket);
      unused.set(name, socket);
      socket.once('close', () => unused.delete(name));
    });
  }
  server.on('request', ({ socket }) => unused.delete(nameOf(socket)));
  return () => {
    for (const socket of unused.values()) socket.destroy();
  };
}

function drain(server: Server, destroyUnused: () => void, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const closeUnused = (): void => {
      server.closeIdleConnections();
      destroyUnused();
    };
    // A connection that was busy when the server closed is kept for a next request once it has had its answer.
    const sweep = setInterval(closeUnused, 20);
    const deadline = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
    closeUnused();
  });
}

type ConnectionInUse = Socket & {
  /** Node's own mark on a connection: the answer that is due on it next. */
  _httpMessage?: ServerResponse | null;
};

/** What came is not HTTP: there is no response object to answer with, only the connection. */
function answerMalformed(error: NodeJS.ErrnoException, socket: ConnectionInUse): void {
  const due = socket._httpMessage;
  // With an earlier answer still due, or part of one sent, these bytes would be taken for it.
  if (!socket.writable || error.code === 'ECONNRESET' || (due && (due.headersSent || due.req.complete))) {
    socket.destroy();
    return;
  }
  const headers = baseHeaders();
  const problem = problemOf(
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new DomainError('too_slow', 'The request did not arrive in time')
      : new DomainError('malformed_body', 'This is not a well-formed HTTP request'),
    headers['X-Request-Id'] as string,
  );
  const text = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${text}`, () =>
    socket.destroy(),
  );
}
