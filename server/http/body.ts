import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors.ts';

export const jsonBodyLimit = 1024 * 1024;
const deepest = 64;
/** How much of a refused body is still read, so that its sender sees the answer and not a broken connection. */
const discardLimit = 64 * 1024 * 1024;

/**
 * Reads a JSON body strictly. Returns undefined for an empty body. Refuses 415 another content type, charset or encoding,
 * 413 more than 1 MiB, 400 what is not UTF-8 or not JSON, more than 64 levels, `__proto__` keys and lone surrogates, and 422
 * NUL characters and numbers out of range.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  refuseOtherMediaTypes(request);
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
  inspect(value, '', 1);
  return value;
}

/** Reads what is left of a body and throws it away; the connection of a sender who does not end is cut. */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let discarded = 0;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > discardLimit) request.destroy();
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

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > jsonBodyLimit) {
        reject(new DomainError('too_large', 'The body is larger than 1 MiB'));
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const cutOff = () => reject(new DomainError('malformed_body', 'The body was cut off'));
    request.on('error', cutOff);
    request.on('aborted', cutOff);
    // It may have happened before anyone listened, and isn't announced again.
    if (request.destroyed) cutOff();
  });
}

function inspect(value: unknown, path: string, level: number): void {
  if (typeof value === 'string') {
    inspectText(value, path);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw outOfRange(path, 'number out of range');
  } else if (typeof value === 'object' && value !== null) {
    if (level > deepest) throw new DomainError('malformed_body', `The body has more than ${deepest} levels`);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) inspect(item, join(path, String(index)), level + 1);
      return;
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw new DomainError('malformed_body', 'The body holds a "__proto__" key');
      inspectText(key, path);
      inspect((value as Record<string, unknown>)[key], join(path, key), level + 1);
    }
  }
}

function inspectText(text: string, path: string): void {
  if (!text.isWellFormed()) throw new DomainError('malformed_body', 'The body holds a lone surrogate');
  if (text.includes('\u0000')) throw outOfRange(path, 'must not contain a NUL character');
}

function outOfRange(path: string, message: string): DomainError {
  return new DomainError('invalid', path ? `${path}: ${message}` : message, { errors: [{ path, message }] });
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
