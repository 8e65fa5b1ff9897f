import type { Problem } from '../../../server/http/contract.ts';
import { getLocale, t } from '../../words.ts';
import { ApiError } from './problem.ts';
import { noteReach } from './reach.ts';
import { replaceToken } from './renewal.ts';
import { getSession } from './session.ts';
import { createStore } from './store.ts';

type Query = Record<string, string | number | boolean | null | undefined>;
type Options = {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Sent even while the page closes. */
  keepalive?: boolean;
};

/** A page of a list, as in every list of the server. */
export type Paged<T> = { items: T[]; total: number; limit: number; offset: number };

const refusals = createStore(0);

/** Calls back whenever the server refuses for lack of a permission. */
export const onForbidden = refusals.subscribe;

export type Answer<T> = { data: T; etag: string | null };

/** Sends a request as the signed-in person. Throws ApiError; a 401 ends the session, unless the cookie gives another token. */
export async function send<T>(method: string, path: string, options: Options = {}): Promise<Answer<T>> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  const { signal = null, keepalive = false } = options;
  const init: RequestInit = { method, headers, signal, keepalive };
  if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  const { response, content } = await ask(path + toQueryString(options.query), init, (answer) =>
    answer.text(),
  );
  const data = response.status === 204 ? undefined : JSON.parse(content);
  return { data: data as T, etag: response.headers.get('etag') };
}

/** Fetches the bytes at an address, because a plain link would send no token. The browser caches many of them on disk. */
export async function getBytes(path: string, init: RequestInit = {}): Promise<Blob> {
  return (await ask(path, init, (answer) => answer.blob())).content;
}

export type AttachedFile = { name: string; content: Blob };

/** A file made and named by the server. */
export async function getFile(path: string, query: Query): Promise<AttachedFile> {
  const { response, content } = await ask(path + toQueryString(query), {}, (answer) => answer.blob());
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: encoded === undefined ? 'export' : decodeURIComponent(encoded), content };
}

/** The bytes at an address with the headers of the answer, or the progress (202) while they are still being made. */
export async function getOnceMade<Progress>(
  path: string,
  signal: AbortSignal,
): Promise<{ file: Blob; headers: Headers } | { progress: Progress }> {
  const { response, content } = await ask(path, { signal }, (answer) =>
    answer.status === 202 ? answer.json() : answer.blob(),
  );
  return content instanceof Blob
    ? { file: content, headers: response.headers }
    : { progress: content as Progress };
}

async function ask<T>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  isAgain = false,
): Promise<{ response: Response; content: T }> {
  const token = getSession()?.token ?? null;
  const headers = new Headers(init.headers);
  headers.set('accept-language', getLocale());
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  let content: T | string;
  try {
    response = await fetch(path, { ...init, headers });
    content = response.ok ? await read(response) : await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noteUnreachable();
  }
  if (response.status === 401 && token !== null && (await replaceToken(token)) && !isAgain) {
    return ask(path, init, read, true);
  }
  if (!response.ok) throw noteRefusal(response.status, content as string);
  noteReach(true);
  return { response, content: content as T };
}

/** The error of a request without a complete answer. */
export function noteUnreachable(): ApiError {
  noteReach(false);
  return new ApiError(0, { code: 'offline', detail: t('app.the_server_can_t_be_reached') });
}

/** The error in an answer. */
export function noteRefusal(status: number, body: string): ApiError {
  const problem = parseProblem(body);
  // A proxy sends its own answers while the server behind it is down.
  if (problem === null && status >= 502 && status <= 504) return noteUnreachable();
  noteReach(true);
  if (status === 403) refusals.set(refusals.get() + 1);
  return new ApiError(
    status,
    problem ?? { code: 'internal', detail: t('app.the_server_answered_status', { status }) },
  );
}

function parseProblem(body: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return parsed !== null && typeof parsed === 'object' && 'code' in parsed ? (parsed as Problem) : null;
  } catch {
    return null;
  }
}

function toQueryString(query: Query | undefined): string {
  const entries = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string | number | boolean] =>
      entry[1] !== null && entry[1] !== undefined && entry[1] !== '',
  );
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

export const get = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  (await send<T>('GET', path, { ...(query ? { query } : {}), signal })).data;
export const post = async <T>(path: string, body?: unknown): Promise<T> =>
  (await send<T>('POST', path, body === undefined ? {} : { body })).data;
export const put = async <T>(path: string, body: unknown, headers?: Record<string, string>): Promise<T> =>
  (await send<T>('PUT', path, { body, ...(headers ? { headers } : {}) })).data;
export const patch = async <T>(path: string, body: unknown, headers?: Record<string, string>): Promise<T> =>
  (await send<T>('PATCH', path, { body, ...(headers ? { headers } : {}) })).data;
export const remove = async (path: string): Promise<void> => {
  await send<void>('DELETE', path);
};
