import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import type { ErrorCode } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../permissions.ts';
import type { Route } from './route.ts';

type Done = { user: Principal | null; params: unknown; body: unknown; address: string };

/** Logs a completed operation with its user, origin and subject, if its declaration says so. */
export function logDone(log: Log, { logs }: Route, { locals }: Response, done: Done): void {
  if (logs === undefined) return;
  log.info({
    event: logs.event,
    request_id: locals.requestId,
    user_id: done.user?.id,
    address: toPlainAddress(done.address),
    ...logs.about?.({ ...done, result: locals.result }),
  });
}

/** Refusals that suggest an intruder. */
const tellingStatuses = new Set([401, 403, 429]);

/** Logs a request refused for its sender or failed proof, with its origin and target. */
export function logRefusal(
  log: Log,
  refusal: { status: number; code: ErrorCode; about: string | undefined },
  { request, response, address }: { request: Request; response: Response; address: string },
): void {
  if (!tellingStatuses.has(refusal.status) && refusal.about === undefined) return;
  const { requestId, route, call } = response.locals;
  const refused = route?.logs?.refused;
  log.warn({
    event: (typeof refused === 'function' ? refused(refusal.code) : refused) ?? 'refused',
    request_id: requestId,
    user_id: call?.user?.id ?? refusal.about,
    address: toPlainAddress(address),
    method: request.method,
    path: (request.originalUrl.split('?', 1)[0] as string).slice(0, 300),
    status: refusal.status,
    code: refusal.code,
  });
}

/** A proxy could report anything. */
function toPlainAddress(address: string): string | undefined {
  return isIP(address) > 0 ? address : undefined;
}
