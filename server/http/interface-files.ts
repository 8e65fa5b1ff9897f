import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { namesTag } from '../entity-tag.ts';
import { contentSecurityPolicy, writeHead } from './headers.ts';

/** Answers a request that no operation took, or returns false. */
export type Fallback = (request: IncomingMessage, response: ServerResponse) => boolean;

type StoredFile = { type: string; tag: string; plain: Buffer; zipped: Buffer | null };

const noncePlaceholder = '__STYLE_NONCE__';
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const isText = /^text\/|json|svg/;

/**
 * Serves the built interface from a folder: its files, and its page at every other path outside `/api`, because what such a
 * path means is decided in the browser. The files, a few megabytes, are read when the first one is asked for, so that a
 * build beside a serving process can't mix two versions or take a file away under a request.
 */
export function interfaceFiles(folder: string): Fallback {
  let files: ReadonlyMap<string, StoredFile> | null = null;
  return (request, response) => {
    const pathname = readablePath(request);
    if (pathname === null) return false;
    if (files === null || files.size === 0) files = readFiles(folder);
    const page = files.get('/index.html');
    if (page === undefined) return pathname === '/' && sayNotBuilt(response);
    // What ends like no file of the interface is a page, such as that of the sub-technique T1059.001.
    if (types[path.posix.extname(pathname)] === undefined) {
      // A program that asks for a path there is not should hear 404; only a person's browser gets the page.
      if (pathname !== '/' && !request.headers.accept?.includes('text/html')) return false;
      sendPage(response, page);
      return true;
    }
    const file = pathname === '/index.html' ? undefined : files.get(pathname);
    if (file === undefined) return false;
    sendFile(request, response, file, pathname.startsWith('/assets/'));
    return true;
  };
}

/** Every file of the folder by its path; empty when there is none. */
function readFiles(folder: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return files;
  }
  for (const name of names) {
    const type = types[path.extname(name)];
    if (type === undefined) continue;
    const plain = readFileSync(path.join(folder, name));
    const tag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    files.set(`/${name.split(path.sep).join('/')}`, { type, tag, plain, zipped: null });
  }
  return files;
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  isNamedByContent: boolean,
): void {
  const caching = {
    ETag: file.tag,
    'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
  };
  for (const [name, value] of Object.entries(caching)) response.setHeader(name, value);
  if (namesTag(request.headers['if-none-match'], file.tag)) {
    writeHead(response, 304, {});
    response.end();
    return;
  }
  const zip = isText.test(file.type) && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (zip) file.zipped ??= gzipSync(file.plain);
  const content = zip && file.zipped !== null ? file.zipped : file.plain;
  if (content === file.zipped) response.setHeader('Content-Encoding', 'gzip');
  writeHead(response, 200, { 'Content-Type': file.type, 'Content-Length': content.length });
  response.end(content);
}

/** The page with a nonce of its own: style elements made at run time need the one of their answer. */
function sendPage(response: ServerResponse, page: StoredFile): void {
  const nonce = randomBytes(16).toString('base64');
  const content = page.plain.toString('utf8').replace(noncePlaceholder, nonce);
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce));
  writeHead(response, 200, { 'Content-Type': page.type, 'Content-Length': Buffer.byteLength(content) });
  response.end(content);
}

function sayNotBuilt(response: ServerResponse): true {
  const content =
    'Damson is running, and its interface has not been built: run "npm run build". Programs find theirs at /api/docs\n';
  writeHead(response, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
  });
  response.end(content);
  return true;
}

/** The path of a GET or HEAD outside `/api`, else null. */
function readablePath(request: IncomingMessage): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const pathname = (request.url as string).split('?', 1)[0] as string;
  return pathname.startsWith('//') || /^\/api(\/|$)/i.test(pathname) ? null : pathname;
}
