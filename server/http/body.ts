import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors.ts';
import { hold } from '../hold.ts';
import type { BodyBounds } from './load.ts';

const deepest = 64;
/** Limit of properties, lists and objects, which cost far more to read than their bytes; no contract accepts more. */
const mostParts = 20_000;
/** Part of a refused body that is still read, so that its sender sees the response and not a broken connection. */
const discardLimit = { bytes: 64 * 1024 * 1024, milliseconds: 60_000 };

/**
 * Reads a JSON body strictly. Returns undefined for an empty body. Refuses with 415 another content type, charset or encoding;
 * with 413 and 408 bodies over the limits; with 400 anything but UTF-8 and JSON, more than 64 levels or 20,000 parts, `__proto__`
 * keys and lone surrogates; with 422 NUL characters and numbers out of range. With `anyText` it makes what no text can hold visible
 * instead. `take` sees each chunk and may refuse.
 */
export async function readJsonBody(
  request: IncomingMessage,
  bounds: BodyBounds,
  { take = () => {}, anyText = false }: { take?: (bytes: number) => void; anyText?: boolean } = {},
): Promise<unknown> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bounds.bytes) throw tooLarge(bounds.bytes);
  if (announced > 0) refuseOtherMediaTypes(request);
  const bytes = await readBytes(request, bounds, take);
  if (bytes.length === 0) return undefined;
  refuseOtherMediaTypes(request);
  if (bytes.length > mostParts) refuseSwarm(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('malformed_body', 'The body is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError('malformed_body', 'The body is not valid JSON');
  }
  inspect(value, [], anyText ? () => {} : inspectText);
  return anyText ? hold(value, []) : value;
}

/** Reads and discards the rest of a body; the connection of a sender who does not finish is cut. */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let discarded = 0;
  const { socket } = request;
  const giveUp = setTimeout(() => request.destroy(), discardLimit.milliseconds);
  const stop = (): void => {
    clearTimeout(giveUp);
    socket.off('close', stop);
  };
  request.once('close', stop);
  // Once answered, a request isn't closed together with its connection.
  socket.once('close', stop);
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > discardLimit.bytes) request.destroy();
  });
  request.resume();
}

function refuseOtherMediaTypes(request: IncomingMessage): void {
  const [type, ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim());
  if (type?.toLowerCase() !== 'application/json') {
    throw new DomainError('unsupported_media_type', 'The body must be application/json');
  }
  for (const parameter of parameters) {
    if (/^charset\s*=/i.test(parameter) && !/^charset="?utf-?8"?$/i.test(parameter)) {
      throw new DomainError('unsupported_media_type', 'The body must be UTF-8');
    }
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type', 'The body must not be compressed');
  }
}

function readBytes(
  request: IncomingMessage,
  bounds: BodyBounds,
  take: (bytes: number) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const giveUp = setTimeout(
      () => refuse(new DomainError('too_slow', 'The body did not arrive in time')),
      bounds.milliseconds,
    );
    const refuse = (fault: unknown): void => {
      clearTimeout(giveUp);
      request.removeListener('data', keep);
      request.pause();
      chunks.length = 0;
      reject(fault);
    };
    const keep = (chunk: Buffer): void => {
      size += chunk.length;
      try {
        if (size > bounds.bytes) throw tooLarge(bounds.bytes);
        take(chunk.length);
        chunks.push(chunk);
      } catch (fault) {
        refuse(fault);
      }
    };
    request.on('data', keep);
    request.on('end', () => {
      clearTimeout(giveUp);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    const cutOff = () => refuse(new DomainError('malformed_body', 'The body was cut off'));
    request.on('error', cutOff);
    request.on('aborted', cutOff);
    // An abort before these listeners were added isn't announced again.
    if (request.destroyed) cutOff();
  });
}

function tooLarge(bytes: number): DomainError {
  const size = bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
  return new DomainError('too_large', `The body is larger than ${size}`);
}

/** Counts the openings of properties, lists and objects. */
function refuseSwarm(bytes: Buffer): void {
  let parts = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) {
      inText = true;
    } else if (byte === 0x3a || byte === 0x5b || byte === 0x7b) {
      parts += 1;
      if (parts > mostParts) {
        throw new DomainError(
          'malformed_body',
          `The body has more than ${mostParts} properties, lists and objects`,
        );
      }
    }
  }
}

type Judge = (text: string, path: readonly (string | number)[]) => void;

/** Checks a value; `path` is its position, and is restored afterwards. */
function inspect(value: unknown, path: (string | number)[], judge: Judge): void {
  if (typeof value === 'string') {
    judge(value, path);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw outOfRange(path, 'number out of range');
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= deepest) {
      throw new DomainError('malformed_body', `The body has more than ${deepest} levels`);
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) inspectPart(value[index], index, path, judge);
      return;
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw new DomainError('malformed_body', 'The body holds a "__proto__" key');
      inspectText(key, path);
      inspectPart((value as Record<string, unknown>)[key], key, path, judge);
    }
  }
}

function inspectPart(value: unknown, name: string | number, path: (string | number)[], judge: Judge): void {
  path.push(name);
  inspect(value, path, judge);
  path.pop();
}

function inspectText(text: string, path: readonly (string | number)[]): void {
  if (!text.isWellFormed()) throw new DomainError('malformed_body', 'The body holds a lone surrogate');
  if (text.includes('\u0000')) throw outOfRange(path, 'must not contain a NUL character');
}

function outOfRange(at: readonly (string | number)[], message: string): DomainError {
  const path = at.join('.');
  return new DomainError('invalid', path ? `${path}: ${message}` : message, { errors: [{ path, message }] });
}
