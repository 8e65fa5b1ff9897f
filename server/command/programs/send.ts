import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './target.ts';

/** The answer to a request, or why there is none: a refusal stays one, and a server that is away may come back. */
export type Answered = { body: unknown } | { refused: string } | { away: string };

/** States of a server that can't answer now. */
const passing = new Set([408, 429, 502, 503, 504]);

/** Time for one attempt. */
const patience = 60_000;

/**
 * Sends a request to a mission's path. While the server is away it tries again, at growing intervals, until the time is over or
 * `ended` is told. Refuses nothing.
 */
export async function send(
  { server, mission, token }: Target,
  path: string,
  body: string,
  { milliseconds, ended }: { milliseconds: number; ended: AbortSignal },
): Promise<Answered> {
  const until = performance.now() + milliseconds;
  const url = `${server}/api/v1/missions/${mission}${path}`;
  for (let wait = 500; ; wait = Math.min(2 * wait, 10_000)) {
    const answered = await attempt(url, token, body, ended);
    const left = until - performance.now();
    if (!('away' in answered) || left <= 0 || ended.aborted) return answered;
    await pause(Math.min(wait, left), undefined, { signal: ended }).catch(() => {});
  }
}

async function attempt(url: string, token: string, body: string, ended: AbortSignal): Promise<Answered> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // Not to another place, which would get the token.
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([ended, AbortSignal.timeout(patience)]),
    });
    const text = await response.text();
    if (response.ok) return { body: JSON.parse(text) };
    const why = `${response.status}: ${readDetail(text)}`;
    return passing.has(response.status) ? { away: why } : { refused: why };
  } catch (error) {
    return { away: nameFailure(error) };
  }
}

function readDetail(text: string): string {
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail ?? '');
  } catch {
    return '';
  }
}

/** `fetch` hides why a connection failed behind its own error. */
function nameFailure(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
