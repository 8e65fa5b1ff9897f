import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { namesTag } from '../../entity-tag.ts';
import { attachmentHeader, rangeOf } from './rules.ts';

const chunkSize = 256 * 1024;

/** A file whose content was compared with its digest, and what it is to be called. */
export type VerifiedFile = {
  record: { sha256: string; mime_type: string; file_name: string };
  handle: FileHandle;
  size: number;
};

/**
 * Answers GET or HEAD with a verified file: all of it, one range of it, or 304; a range beyond its end is 416. The handle
 * that was verified is the one that is sent, and it is closed whatever happens.
 */
export async function sendEvidence(
  request: IncomingMessage,
  response: ServerResponse,
  opened: VerifiedFile,
): Promise<void> {
  const { record, handle, size } = opened;
  try {
    const tag = `"${record.sha256}"`;
    response.setHeader('ETag', tag);
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    if (namesTag(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', record.mime_type);
    response.setHeader('Content-Disposition', attachmentHeader(record.file_name));

    const condition = request.headers['if-range'];
    const asked = condition === undefined || condition === tag ? request.headers.range : undefined;
    const range = request.method === 'GET' ? rangeOf(asked, size) : null;
    if (range === 'unsatisfiable') {
      response.removeHeader('Content-Disposition');
      response.removeHeader('Content-Type');
      response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    response.setHeader('Content-Length', end - start + 1);
    if (range !== null) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
    response.writeHead(range === null ? 200 : 206);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(
      handle.createReadStream({ start, end, highWaterMark: chunkSize, autoClose: false }),
      response,
    );
  } catch (error) {
    // Whoever hangs up in the middle has not met a fault of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await handle.close();
  }
}
