import { getCACertificates } from 'node:tls';
import type { CustomFetch } from 'openid-client';
import { DirectoryFailed, toFailure } from '../person.ts';

/** Ten thousand groups in a token take some 2 MB. */
const largestAnswer = 4 * 1024 * 1024;
const milliseconds = { connect: 5000, whole: 10_000 };

export type BoundedFetch = {
  fetch: CustomFetch;
  /** By how many milliseconds the provider's clock is ahead, by its last answer; null before one. */
  clockAhead(): number | null;
  close(): Promise<void>;
};

/**
 * The requests to a provider: to its own addresses only, without redirects, bounded in time and size. `authorities` are trusted
 * beside the system's.
 */
export async function createBoundedFetch(authorities: string | null): Promise<BoundedFetch> {
  const { Agent, fetch, Response } = await import('undici');
  const agent = new Agent({
    connect: {
      timeout: milliseconds.connect,
      ...(authorities !== null && { ca: [...getCACertificates('default'), authorities] }),
    },
    headersTimeout: milliseconds.whole,
    bodyTimeout: milliseconds.whole,
    maxHeaderSize: 32 * 1024,
  });
  let ahead: number | null = null;
  const bounded = async (url: string, { method, headers, body }: Parameters<CustomFetch>[1]) => {
    const { host } = new URL(url);
    try {
      const response = await fetch(url, {
        method,
        headers: headers as Record<string, string>,
        ...(body !== undefined && body !== null && { body: String(body) }),
        redirect: 'manual',
        dispatcher: agent,
        signal: AbortSignal.timeout(milliseconds.whole),
      });
      const date = Date.parse(response.headers.get('date') ?? '');
      if (Number.isFinite(date)) ahead = date - Date.now();
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of response.body ?? []) {
        size += piece.length;
        if (size > largestAnswer) throw new DirectoryFailed('too_large', host);
        pieces.push(piece);
      }
      const isEmpty = [204, 205, 304].includes(response.status);
      return new Response(isEmpty ? null : Buffer.concat(pieces), {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      throw toFailure(error, host);
    }
  };
  return {
    fetch: bounded as unknown as CustomFetch,
    clockAhead: () => ahead,
    close: () => agent.destroy(),
  };
}
