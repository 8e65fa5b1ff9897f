import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { DomainError, forbidden, notFound } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../permissions.ts';
import { discardBody, readJsonBody } from './body.ts';
import { requestIdOf } from './headers.ts';
import { problemOf } from './problem.ts';
import { readQuery } from './query.ts';
import { mayCall, type Route } from './route.ts';
import { compilePicker } from './serialise.ts';
import { parseWith } from './validation.ts';

export type DispatchContext = {
  /** The live user behind a token, or null. */
  authenticate: (token: string) => Promise<Principal | null>;
  log: Log;
  /** Checks every answer against its contract too; on outside production. */
  checkResponses: boolean;
  /** Told of every failure that no operation refused itself; names the refusal to answer with, or null for a 500. */
  onFailure: (error: unknown) => DomainError | null;
};

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

/** A router that serves `routes`, and answers 405 with `Allow` where the path is known and the method is not. */
export function dispatch(routes: readonly Route[], context: DispatchContext): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = Map.groupBy(routes, (route) => route.path);
  for (const path of inMatchingOrder([...byPath.keys()])) {
    const place = router.route(path);
    const allowed: string[] = [];
    for (const route of byPath.get(path) ?? []) {
      place[methods[route.method]](serve(route, context));
      allowed.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
    }
    place.all(refuseMethod(allowed, context));
  }
  return router;
}

/** As declared, but a literal path before the pattern that would take it for an identifier. */
function inMatchingOrder(paths: readonly string[]): string[] {
  const ordered: string[] = [];
  for (const path of paths) {
    const before = ordered.findIndex((pattern) => takes(pattern, path));
    ordered.splice(before === -1 ? ordered.length : before, 0, path);
  }
  return ordered;
}

function takes(pattern: string, path: string): boolean {
  const segments = path.split('/');
  const parts = pattern.split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part.startsWith(':') || part === segments[index])
  );
}

/** Answers 405, naming the methods that the path takes. */
export function refuseMethod(allowed: readonly string[], context: DispatchContext) {
  const list = allowed.join(', ');
  return (request: Request, response: Response): void => {
    response.setHeader('Allow', list);
    refuse(new DomainError('method_not_allowed', `This path takes ${list}`), request, response, context);
  };
}

function serve(route: Route, context: DispatchContext) {
  const pick = route.response === undefined ? null : compilePicker(route.response);
  const hasParams = route.path.includes(':');

  const answer = async (request: Request, response: Response): Promise<void> => {
    let user: Principal | null = null;
    if (route.access !== 'public') {
      user = await authenticated(request, context);
      if (!mayCall(route.access, user)) throw forbidden('Your permissions do not cover this');
    }

    // The body is read before the subject is looked up only where it decides a permission; its own faults wait.
    let body: Promise<unknown> | undefined;
    if (route.body !== undefined && route.alsoNeeds !== undefined && user !== null) {
      body = readJsonBody(request);
      for (const permission of route.alsoNeeds(await askedBy(body))) {
        if (!user.permissions.has(permission)) throw forbidden(`This needs the permission ${permission}`);
      }
    }

    if (hasParams) {
      for (const name in request.params) {
        if (!isId(request.params[name] as string)) throw notFound('What the path names is');
      }
    }
    const call = {
      user,
      params: request.params,
      request: request as IncomingMessage,
      response: response as ServerResponse,
      requestId: requestIdOf(response),
      address: request.ip ?? '',
      subject: undefined as unknown,
      query: undefined as unknown,
      body: undefined as unknown,
    };
    if (route.subject !== undefined) call.subject = await route.subject(call);
    if (route.body !== undefined && route.alsoNeedsRole !== undefined && user !== null) {
      body ??= readJsonBody(request);
      for (const roles of route.alsoNeedsRole(await askedBy(body))) {
        if (!roles.includes(user.role)) throw forbidden(`This needs the role ${roles.join(' or ')}`);
      }
    }
    if (request.url.includes('?')) {
      const query = readQuery(request.url);
      if (route.query === undefined) refuseUnknownQuery(query);
      else call.query = parseWith(route.query, query);
    } else if (route.query !== undefined) {
      call.query = parseWith(route.query, nothing);
    }
    if (route.body !== undefined) {
      const raw = await (body ?? readJsonBody(request));
      call.body = parseBody(route.body, raw);
    }

    const result = await route.handle(call);
    if (pick !== null) {
      if (context.checkResponses) route.response?.parse(result);
      // A handler that has set a status of its own, like a failing health check, keeps it.
      sendJson(response, response.statusCode === 200 ? route.status : response.statusCode, pick(result));
    } else if (route.streams === undefined) {
      response.writeHead(204).end();
    }
  };

  return (request: Request, response: Response): Promise<void> =>
    answer(request, response).catch((error: unknown) => refuse(error, request, response, context));
}

async function authenticated(request: IncomingMessage, context: DispatchContext): Promise<Principal> {
  const header = request.headers.authorization;
  const token = header !== undefined && /^Bearer [\w.~+/=-]+$/i.test(header) ? header.slice(7) : null;
  const user = token === null ? null : await context.authenticate(token);
  if (user === null) throw new DomainError('unauthenticated', 'A valid token is needed');
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

/** Sends a value as JSON with its length. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
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
  response.writeHead(problem.status, {
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
