import { constants } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { DomainError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { bundleTooLarge } from './limits.ts';

const temporaryFolder = '.tmp';
const mediaType = /^application\/(json|octet-stream|[\w.+-]+\+json)[ \t]*(;|$)/i;

/**
 * Receives a request's body into a temporary file, passes its path to `use`, and always removes it. Refuses media types other
 * than JSON or plain bytes and a compressed body (415), more than `maxBytes` (413), and a truncated body (400).
 */
export async function withUpload<T>(
  request: IncomingMessage,
  folder: string,
  maxBytes: number,
  use: (file: string) => Promise<T>,
): Promise<T> {
  refuseOtherMediaTypes(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bundleTooLarge(maxBytes);
  const temporary = path.join(folder, temporaryFolder);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const file = path.join(temporary, newId());
  try {
    await receive(request, file, maxBytes);
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Removes partial uploads of an earlier process; returns their number. */
export async function sweepUploads(folder: string): Promise<number> {
  const temporary = path.join(folder, temporaryFolder);
  const names = await readdir(temporary).catch(() => []);
  for (const name of names) await rm(path.join(temporary, name), { recursive: true, force: true });
  return names.length;
}

function refuseOtherMediaTypes(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type !== undefined && !mediaType.test(type)) {
    throw new DomainError('unsupported_media_type', 'The body must be application/json: the bundle as it is');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type', 'The body must not be compressed');
  }
}

async function receive(request: IncomingMessage, file: string, maxBytes: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(file, flags, 0o600);
  try {
    let size = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw bundleTooLarge(maxBytes);
      await handle.appendFile(chunk);
    }
  } catch (error) {
    throw request.errored === null ? error : new DomainError('malformed_body', 'The body was cut off');
  } finally {
    await handle.close();
  }
}
