import type { Buffer } from 'node:buffer';
import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { DomainError, invalid } from '../../errors.ts';
import { forbiddenKinds, isForbiddenAddress, restrictLookup } from '../../forbidden-addresses.ts';
import { http, https } from '../../node-http.ts';
import { parseRedirect } from '../rules.ts';
import { bundleTooLarge, type ReadLimits } from './limits.ts';

/**
 * The bytes at an http or https address. Refuses too many redirects, a redirect from https to http, addresses to which Damson
 * never connects, however reached, any status but 200, a compressed response, more bytes than the limit, and a response that
 * stalls or breaks off.
 */
export async function* fetchChunks(
  address: string,
  limits: ReadLimits,
  lookup = systemLookup as LookupFunction,
): AsyncGenerator<Buffer> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    const { response, progress } = await request(url, limits, lookup);
    try {
      const target = parseRedirect(url, response.statusCode ?? 0, response.headers.location);
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
      throw toRefusal(error);
    } finally {
      response.destroy();
    }
  }
}

/** The response to a GET; aborted if `progress` isn't called for `stallMilliseconds`. */
function request(
  url: URL,
  limits: ReadLimits,
  lookup: LookupFunction,
): Promise<{ response: IncomingMessage; progress: () => void }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Names are resolved, and only addresses that passed the check are connected to.
    if (isIP(host) !== 0 && isForbiddenAddress(host)) throw forbiddenAddress();
    const { get } = url.protocol === 'https:' ? https : http;
    const request = get(url, {
      agent: false,
      lookup: restrictLookup(lookup, forbiddenAddress),
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
    request.on('error', (error) => reject(toRefusal(error)));
    request.on('response', (response) => {
      stall = (reason) => void response.destroy(reason);
      resolve({ response, progress: () => timer.refresh() });
    });
  });
}

function forbiddenAddress(): DomainError {
  return invalid('source', `names or leads to an address that is ${forbiddenKinds}`);
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

function toRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'the connection failed';
  return invalid('source', `could not be fetched: ${code}`);
}
