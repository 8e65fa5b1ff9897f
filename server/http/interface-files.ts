import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { matchesTag } from '../entity-tag.ts';
import { isCheckout } from '../program.ts';
import { makeContentSecurityPolicy, setBaseHeaders } from './headers.ts';
import { sendText } from './send.ts';

type StoredFile = { type: string; tag: string; plain: Buffer; zipped: Buffer | null };

const notBuilt =
  'Damson is running, and its interface has not been built: run "npm run build". Programs find theirs at /api/docs\n';
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
 * Serves the built interface from a folder: its files, and its page at every other path outside `/api`, because the browser
 * resolves such paths. The files, a few megabytes, are read on first request, so that a build during serving can't mix two
 * versions or remove a file under a request.
 */
export function serveInterface(folder: string): RequestHandler {
  let files: ReadonlyMap<string, StoredFile> | null = null;
  // An installed program reads them at once: it may be updated before a browser comes.
  if (!isCheckout()) setTimeout(() => (files ??= readFiles(folder)), 0).unref();
  return (request, response, next) => {
    if (!mayBeOfTheInterface(request)) {
      next();
      return;
    }
    if (files === null || files.size === 0) files = readFiles(folder);
    const page = files.get('/index.html');
    const file = request.path === '/index.html' ? undefined : files.get(request.path);
    if (page === undefined && request.path === '/') {
      sendText(response, 200, 'text/plain', notBuilt);
    } else if (file !== undefined) {
      sendFile(request, response, file);
    } else if (page !== undefined && isForThePage(request)) {
      sendPage(response, page);
    } else {
      next();
    }
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

function sendFile(request: Request, response: Response, file: StoredFile): void {
  const isNamedByContent = request.path.startsWith('/assets/');
  setBaseHeaders(response);
  response.setHeader('ETag', file.tag);
  response.setHeader('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  if (matchesTag(request.headers['if-none-match'], file.tag)) {
    response.writeHead(304).end();
    return;
  }
  let content = file.plain;
  if (isText.test(file.type) && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    file.zipped ??= gzipSync(file.plain);
    content = file.zipped;
    response.setHeader('Content-Encoding', 'gzip');
  }
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': content.length }).end(content);
}

/** The page with its own nonce, which style elements created at run time must carry. */
function sendPage(response: Response, page: StoredFile): void {
  const nonce = randomBytes(16).toString('base64');
  const text = page.plain.toString('utf8').replace(noncePlaceholder, nonce);
  sendText(response, 200, 'text/html', text, { 'Content-Security-Policy': makeContentSecurityPolicy(nonce) });
}

function mayBeOfTheInterface({ method, path: pathname }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !pathname.startsWith('//') && !/^\/api(\/|$)/i.test(pathname);
}

/** A program that requests a missing path should get 404; only a person's browser gets the page. */
function isForThePage({ path: pathname, headers }: Request): boolean {
  // Only paths with a file extension of the interface are not pages; the path of the sub-technique T1059.001 is a page.
  if (types[path.posix.extname(pathname)] !== undefined) return false;
  return pathname === '/' || headers.accept?.includes('text/html') === true;
}
