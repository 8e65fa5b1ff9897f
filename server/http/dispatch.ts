import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, forbidden, notFound } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../permissions.ts';
import { discardBody, readJsonBody } from './body.ts';
import { callerAddress } from './caller.ts';
import { requestIdOf, setBaseHeaders, writeHead } from './headers.ts';
import type { Fallback } from './interface-files.ts';
import { Paths } from './paths.ts';
import { problemOf } from './problem.ts';
import { readQuery } from './query.ts';
import { mayCall, type Route } from './route.ts';
import { compilePicker } from './serialise.ts';
import { parseWith } from './validation.ts';

export type DispatchContext = {
  /** The live user behind a token, or null; at once where it is known. */
  authenticate: (token: string) => Principal | null | Promise<Principal | null>;
  log: Log;
  /** How many proxies in front are trusted to report the caller's address. */
  trustProxy: number;
  /** Checks every answer against its contract too; on outside production. */
  checkResponses: boolean;
  /** Told of every failure that no operation refused itself; names the refusal to answer with, or null for a 500. */
  onFailure: (error: unknown) => DomainError | null;
};

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

/** A text that is not an operation: a document or a page, made when it is asked for. */
export type Page = { path: string; type: string; text: () => string };

type Params = Record<string, string>;
type Answer = (request: IncomingMessage, response: ServerResponse, params: Params) => void;

/**
 * Serves the operations of each tree under its prefix, the pages, and what `fallback` takes of the rest. Answers 404 where
 * there is nothing, and 405 with `Allow` where the path is known and the method is not.
 */
export function dispatch(
  trees: Readonly<Record<string, readonly Route[]>>,
  pages: readonly Page[],
  context: DispatchContext,
  fallback: Fallback = () => false,
): RequestListener {
  const paths = new Paths<Answer>();
  for (const [prefix, routes] of Object.entries(trees)) {
    for (const route of routes) paths.add(route.method, prefix + route.path, serve(route, context));
  }
  for (const page of pages) paths.add('GET', page.path, servePage(page));

  return (request, response) => {
    const target = request.url as string;
    const query = target.indexOf('?');
    const found = paths.find(query === -1 ? target : target.slice(0, query));
    if (found === null) {
      if (fallback(request, response)) return;
      refuse(new DomainError('not_found', 'There is nothing at this path'), request, response, context);
      return;
    }
    const method = request.method === 'HEAD' ? 'GET' : (request.method as string);
    const answer = found.methods.get(method);
    if (answer !== undefined) answer(request, response, found.params);
    else refuseMethod(found.methods, request, response, context);
  };
}

function refuseMethod(
  methods: ReadonlyMap<string, unknown>,
  request: IncomingMessage,
  response: ServerResponse,
  context: DispatchContext,
): void {
  const taken = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const list = taken.join(', ');
  response.setHeader('Allow', list);
  refuse(new DomainError('method_not_allowed', `This path takes ${list}`), request, response, context);
}

function servePage({ type, text }: Page): Answer {
  return (_request, response) => {
    const content = text();
    writeHead(response, 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(content),
    });
    response.end(content);
  };
}

function serve(route: Route, context: DispatchContext): Answer {
  const pick = route.response === undefined ? null : compilePicker(route.response);
  const hasParams = route.path.includes(':');

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    params: Params,
  ): Promise<void> => {
    const caller = admitted(route, request, context);
    let user = caller instanceof Promise ? await caller : caller;
    let body: Promise<unknown> | undefined;
    if (route.body !== undefined) {
      body = readJsonBody(request);
      // What is wrong with it comes after everything else that is wrong.
      await body.catch(() => {});
      // It can be held back until long after its sender's session or permission has ended.
      user = await admitted(route, request, context);
    }
    if (body !== undefined && route.alsoNeeds !== undefined && user !== null) {
      for (const permission of route.alsoNeeds(await askedBy(body))) {
        if (!user.permissions.has(permission)) throw forbidden(`This needs the permission ${permission}`);
      }
    }

    if (hasParams) {
      for (const name in params) {
        if (!isId(params[name] as string)) throw notFound('What the path names is');
      }
    }
    const admitAgain = async () => admitted(route, request, context);
    const call = new Call(user, params, request, response, context.trustProxy, admitAgain);
    if (route.subject !== undefined) call.subject = await route.subject(call);
    if (body !== undefined && route.alsoNeedsRole !== undefined && user !== null) {
      for (const roles of route.alsoNeedsRole(await askedBy(body))) {
        if (!roles.includes(user.role)) throw forbidden(`This needs the role ${roles.join(' or ')}`);
      }
    }
    const target = request.url as string;
    if (target.includes('?')) {
      const query = readQuery(target);
      if (route.query === undefined) refuseUnknownQuery(query);
      else call.query = parseWith(route.query, query);
    } else if (route.query !== undefined) {
      call.query = parseWith(route.query, nothing);
    }
    if (route.body !== undefined) call.body = parseBody(route.body, await body);

    if (route.streams !== undefined) setBaseHeaders(response);
    const result = await route.handle(call);
    if (pick !== null) {
      if (context.checkResponses) route.response?.parse(result);
      // A handler that has set a status of its own, like a failing health check, keeps it.
      const status = response.statusCode === 200 ? route.status : response.statusCode;
      sendJson(response, status, pick(result), route.version?.(result));
    } else if (route.streams === undefined) {
      writeHead(response, 204, {});
      response.end();
    }
  };

  return (request, response, params) => {
    answer(request, response, params).catch((error: unknown) => refuse(error, request, response, context));
  };
}

/** What a handler is given. */
class Call {
  readonly user: Principal | null;
  readonly params: Params;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #trustProxy: number;
  readonly admitAgain: () => Promise<Principal | null>;
  subject: unknown = undefined;
  query: unknown = undefined;
  body: unknown = undefined;

  constructor(
    user: Principal | null,
    params: Params,
    request: IncomingMessage,
    response: ServerResponse,
    trustProxy: number,
    admitAgain: () => Promise<Principal | null>,
  ) {
    this.admitAgain = admitAgain;
    this.user = user;
    this.params = params;
    this.request = request;
    this.response = response;
    this.#trustProxy = trustProxy;
  }

  get requestId(): string {
    return requestIdOf(this.response);
  }

  get address(): string {
    return callerAddress(this.request, this.#trustProxy);
  }
}

/** The caller, when the route's access lets them through; null where it asks for nobody. Refuses 401 and 403. */
function admitted(
  route: Route,
  request: IncomingMessage,
  context: DispatchContext,
): Principal | null | Promise<Principal> {
  if (route.access === 'public') return null;
  const token = bearerToken(request);
  const found = token === null ? null : context.authenticate(token);
  return found instanceof Promise ? found.then((user) => allowed(route, user)) : allowed(route, found);
}

const lastToken = Symbol('last token');
type Connection = Socket & { [lastToken]?: { header: string; token: string | null } };

/** The token of a request. A client sends the same one again and again, and to look up a known text is quicker. */
function bearerToken(request: IncomingMessage): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const connection: Connection = request.socket;
  const last = connection[lastToken];
  if (last?.header === header) return last.token;
  const token = /^Bearer [\w.~+/=-]+$/i.test(header) ? header.slice(7) : null;
  connection[lastToken] = { header, token };
  return token;
}

function allowed(route: Route, user: Principal | null): Principal {
  if (user === null) throw new DomainError('unauthenticated', 'A valid token is needed');
  if (!mayCall(route.access, user)) throw forbidden('Your permissions do not cover this');
  return user;
}

/** What a body names, for judging what it needs; the faults of its form come later. */
async function askedBy(body: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  const raw = await body.catch(() => nothing);
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : nothing;
}

function refuseUnknownQuery(query: Record<string, string>): void {
  const name = Object.keys(query)[0];
  if (name !== undefined) {
    throw new DomainError('invalid', `${name}: unknown parameter`, {
      errors: Object.keys(query).map((path) => ({ path, message: 'unknown parameter' })),
    });
  }
}

function parseBody(schema: NonNullable<Route['body']>, raw: unknown): unknown {
  if (raw !== undefined) return parseWith(schema, raw);
  const empty = schema.safeParse({});
  if (!empty.success) throw new DomainError('malformed_body', 'A JSON body is needed');
  return empty.data;
}

/** Sends a value as JSON with its length, and with the version it has as its `ETag`. */
function sendJson(response: ServerResponse, status: number, value: unknown, version?: string): void {
  const text = JSON.stringify(value);
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  };
  if (version !== undefined) headers.ETag = `"${version}"`;
  writeHead(response, status, headers);
  response.end(text);
}

/** Answers any error as a problem document; what is not a refusal becomes a 500 without internals. */
export function refuse(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  context: Pick<DispatchContext, 'log' | 'onFailure'>,
): void {
  const requestId = requestIdOf(response);
  const refusal = refusalOf(error, requestId, context);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = problemOf(refusal, requestId);
  const text = JSON.stringify(problem);
  for (const name of ['Content-Disposition', 'ETag', 'Content-Encoding', 'Accept-Ranges'])
    response.removeHeader(name);
  if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) response.setHeader('Retry-After', refusal.retryAfterSeconds);
  discardBody(request);
  writeHead(response, problem.status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

function refusalOf(
  error: unknown,
  requestId: string,
  context: Pick<DispatchContext, 'log' | 'onFailure'>,
): DomainError {
  const refusal = context.onFailure(error);
  if (error instanceof DomainError) return error;
  const stack = error instanceof Error ? error.stack?.split('\n').slice(1, 8) : undefined;
  context.log.error({
    event: 'failure',
    request_id: requestId,
    error: error instanceof Error ? error.name : typeof error,
    code: (error as { code?: unknown } | null)?.code,
    stack: stack?.map((line) => line.trim()),
  });
  return (
    refusal ??
    new DomainError('internal', 'Something went wrong on the server; the request id finds it in the log')
  );
}
