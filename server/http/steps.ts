import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Language } from '../../domain/words/languages.ts';
import { DomainError, forbidden, notFound } from '../errors.ts';
import { isId, isSequenceNumber } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../permissions.ts';
import type { OperationTally } from '../request-tally.ts';
import { openTelling } from '../words.ts';
import { readJsonBody } from './body.ts';
import { cameByTls, findCallerAddress } from './caller.ts';
import { logDone } from './event-log.ts';
import { beginEvents } from './event-stream.ts';
import { makeBaseHeaders, setBaseHeaders } from './headers.ts';
import { findLanguage } from './language.ts';
import { type BodyBudget, createQueue, type LoadBounds } from './load.ts';
import { mayTokenCall, namesOtherMission } from './programs.ts';
import { readQuery } from './query.ts';
import { mayCall, type Route } from './route.ts';
import { sendPieces } from './send.ts';
import { createSentBackReader } from './sent-back.ts';
import { createWriter, isTold } from './serialise.ts';
import { parseWith } from './validation.ts';

export type StepsContext = {
  log: Log;
  /** The live user behind a token that came from this address, or null. */
  authenticate: (token: string, address: string) => Promise<Principal | null>;
  /** The live user behind a one-time ticket, which is used up. */
  redeem: (ticket: string) => Promise<Principal | null>;
  /** Signed-in person in their current state; null once their session has ended. */
  findAgain: (user: Principal) => Promise<Principal | null>;
  /** Number of proxies in front that are trusted to report the caller's address. */
  trustProxy: number;
  load: LoadBounds;
  bodies: BodyBudget;
  /** Also checks every response against its contract; on outside production. */
  checkResponses: boolean;
  /** Does this work with what the user sees; `readOnly` names the mission of a request that only reads it. */
  workAs: (
    user: Principal,
    work: () => Promise<void>,
    about: { readOnly: string | undefined },
  ) => Promise<void>;
  /** Refuses `disk_full` while what is left of the disk is for signing in and deleting. */
  refuseSpentDisk: () => void;
};

/** Results of the steps of a request; a handler gets all of them. */
type Call = {
  user: Principal | null;
  params: Record<string, string>;
  request: IncomingMessage;
  response: ServerResponse;
  address: string;
  isTls: boolean;
  admitAgain: () => Promise<Principal | null>;
  subject: unknown;
  query: unknown;
  body: unknown;
  isShown: boolean;
};

declare global {
  namespace Express {
    interface Locals {
      /** The requested operation. */
      route?: Route;
      call: Call;
      /** Body of the request, or why it cannot be read; that is reported after all other refusals. */
      sent: { value: unknown } | { fault: unknown };
      result: unknown;
    }
  }
}

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * Runs the steps of an operation in order; each refuses by throwing. `tally` counts the requests. They are one handler for
 * Express, which builds a path matcher for each handler.
 */
export function takeSteps(route: Route, context: StepsContext, tally: OperationTally): RequestHandler {
  const admit = [authenticate(route, context, tally), permit(route), readBody(route, context)];
  const steps = [findSubject(route), parse(route), handle(route, context), answer(route, context)];
  return async function takeSteps(request: Request, response: Response) {
    for (const step of admit) await step(request, response);
    const work = async () => {
      for (const step of steps) await step(request, response);
    };
    const { user, params } = response.locals.call;
    const readOnly = route.method === 'GET' ? params.mission_id : undefined;
    if (user === null) await work();
    else await context.workAs(user, work, { readOnly });
  };
}

/** Finds the user behind the token, unless the operation is public. Refuses 401. */
function authenticate(route: Route, context: StepsContext, tally: OperationTally) {
  return async function authenticate(request: Request, response: Response) {
    response.locals.route = route;
    response.locals.tally = tally;
    const user = await findCaller(route, request, context);
    response.locals.call = {
      user,
      params: request.params as Record<string, string>,
      request,
      response,
      address: findCallerAddress(request, context.trustProxy),
      isTls: cameByTls(request, context.trustProxy),
      admitAgain: async () => refuseWithoutAccess(route, await findCaller(route, request, context, user)),
      subject: undefined,
      query: undefined,
      body: undefined,
      isShown: false,
    };
  };
}

/** Checks the declared access. Refuses 403. */
function permit(route: Route) {
  return function permit(_request: Request, response: Response) {
    refuseWithoutAccess(route, response.locals.call.user);
  };
}

/**
 * Reads the body, which can be held back until long after its sender's session or permission has ended, and checks them again.
 */
function readBody({ access, body, alsoNeeds, largestBody, anyText }: Route, { load, bodies }: StepsContext) {
  const usual = access === 'public' ? load.publicBody : load.body;
  const bounds = { ...usual, bytes: largestBody ?? usual.bytes };
  return async function readBody(request: Request, response: Response) {
    if (body !== undefined) {
      const { call } = response.locals;
      const share = call.user === null ? undefined : bodies.open(call.user.id);
      if (share !== undefined) response.once('close', share.release);
      response.locals.sent = await readJsonBody(request, bounds, { ...share, anyText }).then(
        (value) => ({ value }),
        (fault: unknown) => ({ fault }),
      );
      call.user = await call.admitAgain();
    }
    const sent = body === undefined ? nothing : readSentFields(response);
    for (const permission of alsoNeeds?.(sent) ?? []) {
      if (!response.locals.call.user?.permissions.has(permission)) {
        throw forbidden(`This needs the permission ${permission}`);
      }
    }
  };
}

/** Path parameters other than ids. */
const paramForms: Readonly<Record<string, (text: string) => boolean>> = {
  seq: isSequenceNumber,
  format: (text) => /^[a-z]{1,20}$/.test(text),
  external_id: (text) => /^[A-Z]{1,2}\d{4}(?:\.\d{3})?$/.test(text),
};

/** Finds the subject of the path for this caller. Refuses 404, and 403 depending on the body. */
function findSubject({ subject, alsoNeedsRole }: Route) {
  return async function findSubject(_request: Request, response: Response) {
    const { call } = response.locals;
    for (const name in call.params) {
      const isForm = paramForms[name] ?? isId;
      if (!isForm(call.params[name] as string)) throw notFound('Object');
    }
    if (namesOtherMission(call.params, call.user?.token)) throw notFound('Mission');
    if (subject !== undefined) call.subject = await subject(call);
    for (const roles of alsoNeedsRole?.(readSentFields(response)) ?? []) {
      if (call.user === null || !roles.includes(call.user.role)) {
        throw forbidden(`This needs the role ${roles.join(' or ')}`);
      }
    }
  };
}

/** Parses query and body with the contracts of the operation. Refuses 400, 413, 415 and 422. */
function parse(route: Route) {
  const { query, body, takesTicket } = route;
  // Made with the first body: making it for every operation would delay a start.
  let readSentBack: ReturnType<typeof createSentBackReader> | undefined;
  return function parse(request: Request, response: Response) {
    const { call, sent } = response.locals;
    const given = readQuery(request.originalUrl);
    if (takesTicket) delete given.ticket;
    if (query === undefined) refuseUnknownQuery(given);
    else call.query = parseWith(query, given);
    if (body !== undefined) {
      if ('fault' in sent) throw sent.fault;
      readSentBack ??= createSentBackReader(route);
      const ids = new Set([...Object.values(call.params), call.user?.id]);
      const { isShown, written } = readSentBack(sent.value, ids);
      call.isShown = isShown;
      call.body = parseBody(body, written);
    }
  };
}

/** Runs the operation, and logs it. Public operations wait for their turn. Refuses 503 when too many wait. */
function handle(route: Route, { load, log, refuseSpentDisk }: StepsContext) {
  const inTurn = route.access === 'public' ? createQueue(load) : null;
  const mayFillDisk = !['GET', 'DELETE'].includes(route.method) && !route.path.startsWith('/auth/');
  return async function handle(request: Request, response: Response) {
    const { locals } = response;
    if (mayFillDisk) refuseSpentDisk();
    const work = async (): Promise<void> => {
      const isStream = route.streams !== undefined;
      if (isStream) setBaseHeaders(response);
      if (isStream && request.method !== 'HEAD') logDone(log, route, response, locals.call);
      if (route.events !== undefined && request.method === 'HEAD') {
        beginEvents(response);
        response.end();
        return;
      }
      locals.result = await route.handle(locals.call);
      if (!isStream) logDone(log, route, response, locals.call);
    };
    if (inTurn === null) {
      await work();
    } else {
      await inTurn(async () => {
        // A client that has gone needs no response.
        if (!response.destroyed) await work();
      });
    }
  };
}

/** Sends the fields of the response contract, unless the handler has sent its response itself. */
function answer({ response: contract, streams, status, version }: Route, { checkResponses }: StepsContext) {
  // Made with the first response: making it for every operation would delay a start.
  const writers = new Map<Language, ReturnType<typeof createWriter>>();
  let isOfLanguage: boolean | undefined;
  return async function answer(request: Request, response: Response) {
    if (response.destroyed) return;
    const { result } = response.locals;
    if (contract !== undefined) {
      isOfLanguage ??= isTold(contract);
      const language = isOfLanguage ? findLanguage(request) : 'en';
      let write = writers.get(language);
      if (write === undefined) {
        write = createWriter(contract, language === 'en' ? null : openTelling(language));
        writers.set(language, write);
      }
      if (checkResponses) contract.parse(result);
      // A handler that has set its own status, like a failing health check, keeps it.
      const ownStatus = response.statusCode === 200 ? status : response.statusCode;
      const headers = {
        ...(version && { ETag: `"${version(result)}"` }),
        ...(isOfLanguage && { 'Content-Language': language, Vary: 'Accept-Language' }),
      };
      await sendPieces(response, ownStatus, 'application/json', write(result), headers);
    } else if (streams === undefined) {
      response.writeHead(204, makeBaseHeaders(response.locals.requestId)).end();
    }
  };
}

/** Caller; `known` was found before, so that no ticket is used twice. */
async function findCaller(
  { access, takesTicket }: Route,
  request: Request,
  context: StepsContext,
  known: Principal | null = null,
): Promise<Principal | null> {
  if (access === 'public') return null;
  const { headers, originalUrl } = request;
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const ticket =
    takesTicket && headers.authorization === undefined
      ? /[?&]ticket=([\w-]+)(?:&|$)/.exec(originalUrl)?.[1]
      : undefined;
  const user =
    token !== undefined
      ? await context.authenticate(token, findCallerAddress(request, context.trustProxy))
      : ticket === undefined
        ? null
        : await (known === null ? context.redeem(ticket) : context.findAgain(known));
  if (user === null) throw new DomainError('unauthenticated', 'A valid token is needed');
  return user;
}

function refuseWithoutAccess(route: Route, user: Principal | null): Principal | null {
  if (user !== null && !mayCall(route.access, user)) throw forbidden('Your permissions do not cover this');
  if (user !== null && !mayTokenCall(route, user)) throw forbidden('This token is not for this');
  return user;
}

/** The fields of a body, to determine the needed permissions; they are validated later. */
function readSentFields({ locals: { sent } }: Response): Readonly<Record<string, unknown>> {
  const value = 'value' in sent ? sent.value : null;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : nothing;
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
