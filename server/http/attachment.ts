import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { matchesTag } from '../entity-tag.ts';
import { DomainError } from '../errors.ts';

/** A file whose content was compared with its digest, and its name. */
type Attachment = {
  record: { sha256: string; mime_type: string; file_name: string };
  opened: { size: number; stream(range?: ByteRange): Readable; close(): Promise<void> };
  /** The content policy, if it differs from the one that blocks everything. */
  policy?: string;
  /** Whether a browser may show it in place; only for content made by Damson. */
  inline?: boolean;
};

/**
 * Answers GET or HEAD with a verified file: all of it, one range of it, or 304. It is always closed. Refuses
 * `range_not_satisfiable` a range beyond its end.
 */
export async function sendAttachment(
  request: IncomingMessage,
  response: ServerResponse,
  { record, opened, policy = "sandbox; default-src 'none'", inline = false }: Attachment,
): Promise<void> {
  const { size } = opened;
  try {
    const tag = `"${record.sha256}"`;
    response.setHeader('ETag', tag);
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', policy);
    if (matchesTag(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', await nameCharset(record.mime_type, opened));
    response.setHeader('Content-Disposition', inline ? 'inline' : makeAttachmentHeader(record.file_name));

    const condition = request.headers['if-range'];
    const asked = condition === undefined || condition === tag ? request.headers.range : undefined;
    const range = request.method === 'GET' ? parseRange(asked, size) : null;
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${size}`);
      throw new DomainError('range_not_satisfiable', `The file has ${size} bytes`);
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    response.setHeader('Content-Length', end - start + 1);
    if (range !== null) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
    response.writeHead(range === null ? 200 : 206);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(opened.stream({ start, end }), response);
  } catch (error) {
    // A client that hangs up midway is no failure of the server.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await opened.close();
  }
}

/** Without a charset, readers guess one. Stored texts are UTF-8, or UTF-16 with a byte order mark. */
async function nameCharset(type: string, opened: Attachment['opened']): Promise<string> {
  if (!type.startsWith('text/') || type.includes('charset=')) return type;
  const mark = opened.size < 2 ? '' : (await buffer(opened.stream({ start: 0, end: 1 }))).toString('hex');
  return `${type}; charset=${mark === 'fffe' || mark === 'feff' ? 'utf-16' : 'utf-8'}`;
}

/** The `Content-Disposition` that makes a browser save the file under this name and never show it in place. */
export function makeAttachmentHeader(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

export type ByteRange = { start: number; end: number };

/**
 * Parses a `Range` header for `size` bytes: one range, `unsatisfiable`, or null for all of them (no range, another unit,
 * several ranges or a malformed header, which RFC 9110 lets a server ignore).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
