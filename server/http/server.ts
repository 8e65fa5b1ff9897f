import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import { DomainError } from '../errors.ts';
import { newRequestId } from '../ids.ts';
import { baseHeaders } from './headers.ts';
import { problemOf } from './problem.ts';
import { sendProblem } from './refuse.ts';

/** An Express application, or what stands for one: it hands on what it can't answer. */
export type App = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type HttpServer = {
  server: Server;
  /** Stops accepting and resolves when every request under way has had its answer, or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
};

const slowestHeadMs = 20_000;

/**
 * An HTTP server around an application: slow and endless requests end by themselves, and what is not HTTP gets a problem.
 * With a certificate and its key (PEM) it speaks TLS; throws when they can't be used.
 */
export function createHttpServer(app: App, tls: { cert: string; key: string } | null = null): HttpServer {
  // The guard judges the Host header, so that a missing one gets a problem document too.
  const options = { requireHostHeader: false };
  const server: Server =
    tls === null
      ? http.createServer(options)
      : https.createServer({ ...options, ...tls, handshakeTimeout: slowestHeadMs });
  server.headersTimeout = slowestHeadMs;
  // The largest body is an import of 200 MiB over a slow wireless network.
  server.requestTimeout = 15 * 60_000;
  server.keepAliveTimeout = 30_000;
  // Node drops the headers past this count in silence, a second Host among them; their size is bounded anyway.
  server.maxHeadersCount = 0;

  const unused = watchUnused(server);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    unused.delete(nameOf(request.socket));
    // Express gives up on a target that is no URL before any middleware runs; left to itself it would answer with HTML.
    app(request, response, () => refuseTarget(response as Response));
  };
  server.on('request', serve);
  // An expectation nobody knows is no reason to answer anything else.
  server.on('checkExpectation', serve);
  server.on('clientError', (error, socket) => answerMalformed(error, socket as ConnectionInUse));
  server.on('connect', (_request, socket) =>
    answerMalformed(new Error('no proxy'), socket as ConnectionInUse),
  );
  return { server, drain: (milliseconds) => drain(server, unused, milliseconds) };
}

/**
 * The connections on which no request has come yet, such as browsers open in advance. To Node they are requests that come
 * slowly, and a TLS handshake is no connection of its server at all.
 */
function watchUnused(server: Server): Map<string, Socket> {
  const unused = new Map<string, Socket>();
  for (const event of ['connection', 'secureConnection'] as const) {
    server.on(event, (socket: Socket) => {
      const name = nameOf(socket);
      unused.set(name, socket);
      socket.once('close', () => unused.delete(name));
    });
  }
  return unused;
}

/** A connection by its other end, which is the same before and behind its encryption. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function drain(server: Server, unused: ReadonlyMap<string, Socket>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), milliseconds);
    // A connection that is busy now is not kept for a next request once it has had its answer.
    server.keepAliveTimeout = 1;
    server.keepAliveTimeoutBuffer = 0;
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    for (const socket of unused.values()) socket.destroy();
  });
}

function refuseTarget(response: Response): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.locals.requestId = newRequestId();
  sendProblem(
    response,
    new DomainError('malformed_body', 'The request target must be a percent-encoded path'),
  );
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
  const requestId = newRequestId();
  const problem = problemOf(
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new DomainError('too_slow', 'The request did not arrive in time')
      : new DomainError('malformed_body', 'This is not a well-formed HTTP request'),
    requestId,
  );
  const text = JSON.stringify(problem);
  const lines = Object.entries({
    ...baseHeaders(requestId),
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${text}`, () =>
    socket.destroy(),
  );
}
