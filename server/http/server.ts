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

/** An Express application or a stand-in for one; it passes on what it can't answer. */
export type App = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type HttpServer = {
  server: Server;
  /** From now on every answer asks for its connection to be closed, so that proxies bring their requests elsewhere. */
  retire(): void;
  /** Stops accepting and resolves when every request under way has had its answer, or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
};

export type ServerBounds = ConnectionBounds & {
  /** Until a TLS handshake is complete. */
  handshakeMs: number;
  /** Until the head of a request is there. */
  headMs: number;
  /** Until all of a request is there. */
  requestMs: number;
  /** The longest that nothing is sent of a body, or nothing read of an answer. */
  stallMs: number;
};

/** A browser opens up to six connections, and an exercise of 300 people may stand behind few addresses. */
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
 * An HTTP server around an application: slow and endless requests end by themselves, answers that nobody reads do,
 * connections are bounded, and what is not HTTP gets a problem. With a certificate and its key (PEM) it speaks TLS; throws
 * when they can't be used. What it does is counted in `tally`.
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
  // Node drops the headers past this count in silence, a second Host among them; their size is bounded anyway.
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
      // A body that was refused is still on its way: the connection is idle once it has come, which nobody would notice.
      if (!request.complete) {
        request.once('end', () => {
          if (isDraining) server.closeIdleConnections();
        });
      }
    });
    if (isRetiring) response.setHeader('Connection', 'close');
    response.on('timeout', () => endStalled(request, response, answerMalformed));
    if (tls !== null) response.setHeaders(headersOfTls);
    // Express gives up on a target that is no URL before any middleware runs; left to itself it would answer with HTML.
    app(request, response, () => refuseTarget(response as Response, tally));
  };
  server.on('request', serve);
  server.on('connection', (socket) => {
    tally.connections += 1;
    socket.once('close', () => {
      tally.connections -= 1;
    });
  });
  // An unknown `Expect` header doesn't change the answer.
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

/** Ends a connection on which nothing has moved for long, unless it is this side that takes its time. */
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
    // A connection that is busy now closes after its answer, instead of waiting for another request.
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
  /** Node's own mark on a connection: the answer that is due on it next. */
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
  // With an earlier answer still due, or part of one sent, these bytes would be taken for it.
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
