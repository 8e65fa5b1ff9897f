import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { DomainError, invalid } from '../errors.ts';
import { redirectTarget } from './rules.ts';

/** `name` is what a version may be read from. */
export type BundleSource = { kind: 'file'; path: string; name: string } | { kind: 'url'; url: string };

export type ReadLimits = {
  maxBytes: number;
  /** For everything, from the connection to the last object. */
  totalMilliseconds: number;
  /** Longest wait for the next bytes of a response. */
  stallMilliseconds: number;
  maxRedirects: number;
};

export const readLimits: ReadLimits = {
  maxBytes: 200 * 1024 * 1024,
  totalMilliseconds: 10 * 60_000,
  stallMilliseconds: 20_000,
  maxRedirects: 5,
};

const fileChunk = 128 * 1024;

export function bundleTooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `source: is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
}

/** The bytes of a regular file; refuses a symbolic link, whatever else is no regular file, and more than the limit. */
export function* readFileChunks(path: string, limits: ReadLimits): Generator<Buffer> {
  const file = openRegularFile(path);
  try {
    const chunk = Buffer.alloc(fileChunk);
    let size = 0;
    for (;;) {
      const read = readSync(file, chunk);
      if (read === 0) return;
      size += read;
      if (size > limits.maxBytes) throw bundleTooLarge(limits.maxBytes);
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

function openRegularFile(path: string): number {
  try {
    // Windows has no O_NOFOLLOW. O_NONBLOCK: opening a pipe would wait for its writer.
    if (lstatSync(path).isFile()) {
      const file = openSync(
        path,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      if (fstatSync(file).isFile()) return file;
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') throw error;
  }
  throw invalid('source', 'is no readable file in the catalogue folder');
}

/**
 * The bytes behind an http or https address. Refuses more than the allowed redirects, a redirect from https to http,
 * any other answer than 200, a compressed one, more bytes than the limit, and a response that stalls or breaks off.
 */
export async function* fetchChunks(address: string, limits: ReadLimits): AsyncGenerator<Buffer> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    const { response, progress } = await get(url, limits);
    try {
      const target = redirectTarget(url, response.statusCode ?? 0, response.headers.location);
      if (target !== null) {
        if (redirects === limits.maxRedirects)
          throw invalid('source', `redirects more than ${redirects} times`);
        url = target;
        continue;
      }
      refuseAnswer(response, limits);
      let size = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limits.maxBytes) throw bundleTooLarge(limits.maxBytes);
        yield chunk;
        progress();
      }
      return;
    } catch (error) {
      throw refusal(error);
    } finally {
      response.destroy();
    }
  }
}

/** The response to a GET; it breaks off once `progress` was not called for `stallMilliseconds`. */
function get(url: URL, limits: ReadLimits): Promise<{ response: IncomingMessage; progress: () => void }> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, {
      agent: false,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'damson' },
    });
    let stall = (reason: DomainError): void => {
      request.destroy();
      reject(reason);
    };
    const seconds = limits.stallMilliseconds / 1000;
    const timer = setTimeout(
      () => stall(invalid('source', `could not be fetched: nothing came for ${seconds} s`)),
      limits.stallMilliseconds,
    );
    request.on('close', () => clearTimeout(timer));
    request.on('error', (error) => reject(refusal(error)));
    request.on('response', (response) => {
      stall = (reason) => void response.destroy(reason);
      resolve({ response, progress: () => timer.refresh() });
    });
  });
}

function refuseAnswer(response: IncomingMessage, limits: ReadLimits): void {
  if (response.statusCode !== 200) {
    throw invalid('source', `could not be fetched: the server answered ${response.statusCode}`);
  }
  const encoding = response.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw invalid('source', 'could not be fetched: the server sends it compressed');
  }
  if (Number(response.headers['content-length']) > limits.maxBytes) throw bundleTooLarge(limits.maxBytes);
}

function refusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'the connection failed';
  return invalid('source', `could not be fetched: ${code}`);
}
