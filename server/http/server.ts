import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import { DomainError, type ErrorCode } from '../errors.ts';
import { newRequestId } from '../ids.ts';
import { http, https } from '../node-http.ts';
import { RequestTally } from '../request-tally.ts';
import { type ConnectionBounds, Connections } from './connections.ts';
import { makeBaseHeaders, makeTlsHeaders } from './headers.ts';
import { toProblem } from './problem.ts';
import { sendProblem } from './refuse.ts';

/** An Express application or a stand-in; it passes on what it can't answer. */
export type App = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type HttpServer = {
  server: Server;
  /** From now on, every response closes its connection, so that proxies send their requests elsewhere. */
  retire(): void;
  /** Stops accepting and resolves when every running request is answered, or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
};

export type ServerBounds = ConnectionBounds & {
  /** Time to complete a TLS handshake. */
  handshakeMs: number;
  /** Time until the head of a request has arrived. */
  headMs: number;
  /** Time until a whole request has arrived. */
  requestMs: number;
  /** Longest pause in sending a body or reading a response. */
  stallMs: number;
};

/** A browser opens up to six connections, and an exercise of 300 people may use few addresses. */
const usualBounds: ServerBounds = {
  connections: 4096,
  connectionsPerAddress: 1024,
  handshakeMs: 10_000,
  headMs: 20_000,
  // The largest body is an import of 200 MiB over a slow wireless network.
  requestMs: 15 * 60_000,
  stallMs: 60_000,
};

/**
 * An HTTP server around an application: slow and endless requests and unread responses are ended, connections are limited, and
 * anything but HTTP gets a problem. With a certificate and its key (PEM) it speaks TLS; throws when they can't be used. Its
 * activity is counted in `tally`.
 */
export function createHttpServer(
  app: App,
  tls: { cert: string; key: string } | null = null,
  changed: Partial<ServerBounds> = {},
  tally: RequestTally = new RequestTally(),
): HttpServer {
  const bounds = { ...usualBounds, ...changed };
  const options = {
    // The guard judges the Host header, so that a missing one gets a problem document too.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.ceil(bounds.headMs / 4),
  };
  const server: Server =
    tls === null
      ? http.createServer(options)
      : https.createServer({ ...options, ...tls, handshakeTimeout: bounds.handshakeMs });
  const tlsHeaders = tls === null ? {} : makeTlsHeaders(tls.cert);
  const headersOfTls = new Map(Object.entries(tlsHeaders));
  server.headersTimeout = bounds.headMs;
  server.requestTimeout = bounds.requestMs;
  server.timeout = bounds.stallMs;
  server.keepAliveTimeout = 30_000;
  // Node silently drops headers past this count, including a second Host; their size is limited anyway.
  server.maxHeadersCount = 0;

  const answerMalformed: AnswerMalformed = (error, socket) => {
    const code = sendMalformed(error, socket, tlsHeaders);
    if (code !== null) tally.refuse(code);
  };
  let isRetiring = false;
  let isDraining = false;
  const connections = new Connections(server, bounds);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const release = connections.begin(request.socket);
    const begun = performance.now();
    tally.underWay += 1;
    response.once('close', () => {
      release();
      tally.end(request, response, performance.now() - begun);
      // A refused body may still be arriving; nothing else closes the connection, which becomes idle once the body is complete.
      if (!request.complete) {
        request.once('end', () => {
          if (isDraining) server.closeIdleConnections();
        });
      }
    });
    if (isRetiring) response.setHeader('Connection', 'close');
    response.on('timeout', () => endStalled(request, response, answerMalformed));
    if (tls !== null) response.setHeaders(headersOfTls);
    // Express rejects a target that is no URL before any middleware runs, by default with HTML.
    app(request, response, () => refuseTarget(response as Response, tally));
  };
  server.on('request', serve);
  server.on('connection', (socket) => {
    tally.connections += 1;
    socket.once('close', () => {
      tally.connections -= 1;
    });
  });
  // An unknown `Expect` header doesn't change the response.
  server.on('checkExpectation', serve);
  server.on('clientError', (error, socket) => {
    // Bytes written before the handshake wait for it, possibly for ever.
    if (tls !== null && !connections.isEncrypted(socket as Socket)) socket.destroy();
    else answerMalformed(error, socket as ConnectionInUse);
  });
  server.on('connect', (_request, socket) =>
    answerMalformed(new Error('no proxy'), socket as ConnectionInUse),
  );
  const retire = (): void => {
    isRetiring = true;
  };
  return {
    server,
    retire,
    drain: (milliseconds) => {
      retire();
      isDraining = true;
      return drain(server, connections, milliseconds);
    },
  };
}

/** Ends a connection that has been stalled for long, unless this side is the slow one. */
function endStalled(
  request: IncomingMessage,
  response: ServerResponse,
  answerMalformed: AnswerMalformed,
): void {
  if (response.writableLength > 0) request.socket.destroy();
  else if (!request.complete && request.readableLength === 0) answerMalformed(tooSlow(), request.socket);
}

function tooSlow(): Error {
  return Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

function drain(server: Server, connections: Connections, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), milliseconds);
    // A busy connection closes after its response, instead of waiting for another request.
    server.keepAliveTimeout = 1;
    server.keepAliveTimeoutBuffer = 0;
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    connections.endUnused();
    connections.endHeld();
  });
}

function refuseTarget(response: Response, tally: RequestTally): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.locals.requestId = newRequestId();
  tally.refuse('malformed_body');
  sendProblem(
    response,
    new DomainError('malformed_body', 'The request target must be a percent-encoded path'),
  );
}

type ConnectionInUse = Socket & {
  /** Node's own mark on a connection: its next pending response. */
  _httpMessage?: ServerResponse | null;
};

type AnswerMalformed = (error: NodeJS.ErrnoException, socket: ConnectionInUse) => void;

/** Answers bytes that are not HTTP: there is no response object, only the connection. Returns the answer. */
function sendMalformed(
  error: NodeJS.ErrnoException,
  socket: ConnectionInUse,
  tlsHeaders: Readonly<Record<string, string>>,
): ErrorCode | null {
  const due = socket._httpMessage;
  // While an earlier response is pending or partly sent, these bytes would be taken for part of it.
  if (!socket.writable || error.code === 'ECONNRESET' || (due && (due.headersSent || due.req.complete))) {
    socket.destroy();
    return null;
  }
  const requestId = newRequestId();
  const problem = toProblem(
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new DomainError('too_slow', 'The request did not arrive in time')
      : new DomainError('malformed_body', 'This is not a well-formed HTTP request'),
    requestId,
    'en',
  );
  const text = JSON.stringify(problem);
  const lines = Object.entries({
    ...makeBaseHeaders(requestId),
    ...tlsHeaders,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${text}`, () =>
    socket.destroy(),
  );
  return problem.code;
}
