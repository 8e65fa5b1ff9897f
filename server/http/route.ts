import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Permission, Role } from '../../domain/permissions.ts';
import type { ErrorCode } from '../errors.ts';
import type { Principal } from '../permissions.ts';

/**
 * Access to an operation: anyone; any signed-in user; holders of a permission; holders of any one of several; people with one of
 * these roles. Refused with 401 or 403 before any other check.
 */
export type Access = 'public' | 'user' | Permission | readonly Permission[] | { roles: readonly Role[] };

/**
 * Use by tokens of programs: never; always, for published facts; with one of these scopes; with the scope of each side that the
 * owner's role writes. Without it, the permission of `access` decides.
 */
type Programs = 'never' | 'always' | 'side' | readonly Permission[];

/** Where no permission decides who may call, `programs` has to be said. */
type ProgramsOf<A extends Access> = A extends 'user' | { roles: readonly Role[] }
  ? { programs: Programs }
  : { programs?: 'never' };

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object;

type CallerOf<A extends Access> = A extends 'public' ? null : Principal;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

type Call<Path extends string, A extends Access> = {
  user: CallerOf<A>;
  params: ParamsOf<Path>;
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /** Address of the caller, as reported by trusted proxies. */
  address: string;
  /** Whether it came encrypted, to this server or to its proxy. */
  isTls: boolean;
  /** Checks token and access again, for a handler whose body took long to arrive. Refuses 401 and 403. */
  admitAgain: () => Promise<CallerOf<A>>;
};

/** Log fields of the operation: ids and fixed words. */
export type About = Record<string, string | number | boolean | readonly string[] | undefined>;

type RouteSpec<
  Path extends string,
  A extends Access,
  Subject,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType | undefined,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Below the tree's root. Every `:name` is an id, and a value that is no UUID is a 404; `:seq` is a number, `:format` a word,
   * `:external_id` an ATT&CK id.
   */
  path: Path;
  summary: string;
  access: A;
  /** Whether a one-time ticket in the query signs in like a token: a browser can't send a header with an event source. */
  takesTicket?: boolean;
  /** Permissions needed on top of `access`, possibly depending on the body; checked before any lookup. */
  alsoNeeds?: (body: Readonly<Record<string, unknown>>) => readonly Permission[];
  /** Finds the subject of the path for this caller, or refuses with 404; runs before the body is validated. */
  subject?: (call: Call<Path, A>) => Promise<Subject>;
  /** Roles of which the caller must have one, depending on the body; checked after the subject. */
  alsoNeedsRole?: (body: Readonly<Record<string, unknown>>) => readonly (readonly Role[])[];
  query?: Query;
  body?: Body;
  /** Most bytes of the body, if it may have more than others. */
  largestBody?: number;
  /** Whether NUL characters and lone surrogates in texts are made visible, as imports do, and not refused. */
  anyText?: boolean;
  /** Object changed by a PUT or PATCH, as responses show it, if it differs from `response`: it may be sent back. */
  shows?: z.ZodType;
  /** The same object in lists and outlines, if they show more than `shows`. */
  listed?: z.ZodType;
  /** Properties of the body that are read-only in such an object. */
  showsOnly?: readonly string[];
  /** `stream`: the handler reads the request itself. */
  accepts?: 'stream';
  /** Omitted: 204, or a response written by the handler. */
  response?: Response;
  status?: 200 | 201 | 202;
  /** The version of a response, sent as its `ETag`. */
  version?: (answer: Response extends z.ZodType ? z.input<Response> : never) => string;
  /** Description of a response written by the handler. */
  streams?: string;
  /** Media type of such a response if it is a text. */
  text?: `text/${string}`;
  /** The contract of such a response if it is JSON, for its description. */
  writes?: z.ZodType;
  /** The contracts of the events, by name, in such a response that stays open (`event-stream.ts`). */
  events?: EventContracts;
  /**
   * The event that is logged with its user and origin: once the operation is done, or before the first byte of a response written
   * by the handler. `about` adds ids and fixed words, never typed text; `refused` is the event of a 401, 403 or 429, or of a
   * refusal that names the account that was tried.
   */
  logs?: {
    event: string;
    refused?: string | ((code: ErrorCode) => string);
    about?: (done: {
      params: ParamsOf<Path>;
      body: OutputOf<Body>;
      result: Response extends z.ZodType ? z.input<Response> : undefined;
    }) => About;
  };
  handle: (
    call: Call<Path, A> & {
      subject: Subject;
      query: OutputOf<Query>;
      body: OutputOf<Body>;
      /** Whether the body is an object as shown in responses, whose read-only properties were ignored. */
      isShown: boolean;
    },
  ) => Promise<Response extends z.ZodType ? z.input<Response> : void>;
};

/** The data of server-sent events, by event name. */
export type EventContracts = Readonly<Record<string, z.ZodType>>;

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  access: Access;
  programs: Programs | undefined;
  takesTicket: boolean;
  alsoNeeds: ((body: Readonly<Record<string, unknown>>) => readonly Permission[]) | undefined;
  // The registry holds routes of every shape; `route()` has already checked that the parts of each fit.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  subject: ((call: any) => Promise<unknown>) | undefined;
  alsoNeedsRole: ((body: Readonly<Record<string, unknown>>) => readonly (readonly Role[])[]) | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  largestBody: number | undefined;
  anyText: boolean;
  shows: z.ZodType | undefined;
  listed: z.ZodType | undefined;
  showsOnly: readonly string[];
  accepts: 'stream' | undefined;
  response: z.ZodType | undefined;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  version: ((answer: any) => string) | undefined;
  streams: string | undefined;
  text: string | undefined;
  writes: z.ZodType | undefined;
  events: EventContracts | undefined;
  logs: // biome-ignore lint/suspicious/noExplicitAny: see above
    | { event: string; refused?: string | ((code: ErrorCode) => string); about?: (done: any) => About }
    | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  handle: (call: any) => Promise<unknown>;
};

/** Declares one operation. `access` has no default: an operation without one does not compile. */
export function route<
  const Path extends string,
  const A extends Access,
  Subject = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<Path, A, Subject, Query, Body, Response> & ProgramsOf<A>): Route {
  return {
    method: spec.method,
    path: spec.path,
    summary: spec.summary,
    access: spec.access,
    programs: spec.programs,
    takesTicket: spec.takesTicket ?? false,
    alsoNeeds: spec.alsoNeeds,
    subject: spec.subject,
    alsoNeedsRole: spec.alsoNeedsRole,
    query: spec.query,
    body: spec.body,
    largestBody: spec.largestBody,
    anyText: spec.anyText ?? false,
    shows: spec.shows ?? spec.response,
    listed: spec.listed,
    showsOnly: spec.showsOnly ?? [],
    accepts: spec.accepts,
    response: spec.response,
    status: spec.status ?? (spec.response || spec.streams ? 200 : 204),
    version: spec.version,
    streams: spec.streams,
    text: spec.text,
    writes: spec.writes,
    events: spec.events,
    logs: spec.logs,
    handle: spec.handle,
  };
}

/** A path in OpenAPI and metrics form: `/missions/{mission_id}`. */
export function toPattern(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Whether this caller passes the declared access. */
export function mayCall(access: Access, user: Principal): boolean {
  if (access === 'public' || access === 'user') return true;
  if (typeof access === 'string') return user.permissions.has(access);
  if ('roles' in access) return access.roles.includes(user.role);
  return access.some((permission) => user.permissions.has(permission));
}
