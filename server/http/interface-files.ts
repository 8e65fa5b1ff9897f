import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { contentSecurityPolicy, setBaseHeaders, writeHead } from './headers.ts';

/** Answers a request that no operation took, or returns false. */
export type Fallback = (request: IncomingMessage, response: ServerResponse) => boolean;

const noncePlaceholder = '__STYLE_NONCE__';

/**
 * Serves the built interface from a folder: its files, and its page at every other path outside `/api`, because what such a
 * path means is decided in the browser. Style elements need the nonce of their answer.
 */
export function interfaceFiles(folder: string): Fallback {
  let page: string;
  try {
    page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  } catch {
    return notBuilt;
  }
  const files = sirv(folder, {
    etag: true,
    maxAge: 31_536_000,
    immutable: true,
    setHeaders: (response, name) => {
      if (!name.startsWith('/assets/')) response.setHeader('Cache-Control', 'no-cache');
      setBaseHeaders(response);
    },
  });
  return (request, response) => {
    const pathname = readablePath(request);
    if (pathname === null) return false;
    if (path.posix.extname(pathname) === '') {
      // A program that asks for a path there is not should hear 404; only a person's browser gets the page.
      if (pathname !== '/' && !request.headers.accept?.includes('text/html')) return false;
      sendPage(response, page);
      return true;
    }
    if (pathname === '/index.html') return false;
    let found = true;
    files(request, response, () => {
      found = false;
    });
    return found;
  };
}

function sendPage(response: ServerResponse, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  const content = page.replace(noncePlaceholder, nonce);
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce));
  writeHead(response, 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
  });
  response.end(content);
}

const notBuilt: Fallback = (request, response) => {
  if (readablePath(request) !== '/') return false;
  const content =
    'Damson is running, and its interface has not been built: run "npm run build". Programs find theirs at /api/docs\n';
  writeHead(response, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
  });
  response.end(content);
  return true;
};

/** The path of a GET or HEAD outside `/api`, else null. */
function readablePath(request: IncomingMessage): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const pathname = (request.url as string).split('?', 1)[0] as string;
  return pathname.startsWith('//') || /^\/api(\/|$)/i.test(pathname) ? null : pathname;
}
