import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import pLimit, { type LimitFunction } from 'p-limit';
import { Agent, type Dispatcher, request } from 'undici';
import type { Bucket } from '../bucket.ts';
import { DomainError } from '../errors.ts';
import { isCode, storageError } from './disk.ts';
import type { StagedBlob } from './store.ts';
import { StoreFailure, StoreFull } from './store-failure.ts';

export type ObjectFacts = { size: number; writtenAt: number };
export type ListedObject = ObjectFacts & { name: string };

type Answer = Dispatcher.ResponseData;
type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Reopened for each attempt. */
  body?: { file: string; size: number; sha256: string };
};

const attempts = 4;
/** The first pause before a retry, as a fraction of the patience. */
const pauseShare = 0.01;
const connectMilliseconds = 3000;
/** A transfer that is slower on average is aborted. */
const leastBytesPerMillisecond = 128;
const mostRequests = 32;
/** Reserved for health checks, however busy the store is. */
const spareConnections = 4;
const longestPage = 8 * 1024 * 1024;
const emptySha256 = createHash('sha256').digest('hex');
/** Error codes of a full store, with any status. */
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage']);
/** Transient faults in addition to status 500 and above: damaged bytes, or a slow transfer. */
const passingCodes = new Set([
  'BadDigest',
  'InvalidDigest',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
]);

/** Node's codes for an untrusted certificate: `DEPTH_ZERO_SELF_SIGNED_CERT`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE` and others. */
const untrusted = /CERT|SIGNATURE/;

type Connections = { agent: Agent; inTurn: LimitFunction };
const connections = new Map<number, Connections>();

/** Connections of this process or thread, shared by stores with the same patience. */
function connectionsOf({ patienceMilliseconds }: Bucket): Connections {
  let found = connections.get(patienceMilliseconds);
  if (found === undefined) {
    const agent = new Agent({
      connections: mostRequests + spareConnections,
      connect: { timeout: Math.min(connectMilliseconds, patienceMilliseconds) },
      headersTimeout: patienceMilliseconds,
      bodyTimeout: patienceMilliseconds,
    });
    found = { agent, inTurn: pLimit(mostRequests) };
    connections.set(patienceMilliseconds, found);
  }
  return found;
}

/** A local failure, which a retry can't fix. */
class OwnFailure extends Error {}

/**
 * Client of one bucket of an S3-compatible store. Every request can safely be repeated, so each is tried a few times. All refuse
 * `unavailable` (StoreFailure) a store that is unreachable, silent, too slow or unwilling, and `disk_full` a full one.
 */
export class BucketClient {
  readonly #bucket: Bucket;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Stores a file under a name; the store gets its digest and must reject other bytes. */
  async put(name: string, { place, sha256, size }: StagedBlob): Promise<void> {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const asked: Asked = {
      method: 'PUT',
      name,
      headers: { 'content-type': 'application/octet-stream', 'x-amz-checksum-sha256': checksum },
      body: { file: place, size, sha256 },
    };
    await this.#ask(asked, async (answer) => {
      await refuse(answer);
      await answer.body.dump();
    });
  }

  /** Size and time of an object, and its digest if the store reports one; null when there is no object. */
  async head(name: string): Promise<(ObjectFacts & { sha256: string | null }) | null> {
    const asked: Asked = { method: 'HEAD', name, headers: { 'x-amz-checksum-mode': 'ENABLED' } };
    return this.#ask(asked, async (answer) => {
      if (answer.statusCode !== 404) await refuse(answer);
      await answer.body.dump();
      if (answer.statusCode === 404) return null;
      const size = readHeader(answer, 'content-length');
      const writtenAt = Date.parse(readHeader(answer, 'last-modified') ?? '');
      const checksum = readHeader(answer, 'x-amz-checksum-sha256');
      // If another program uploaded the object in parts, this is no digest of the whole.
      const isWhole = checksum !== undefined && /^[A-Za-z0-9+/]{43}=$/.test(checksum);
      if (size === undefined || !/^\d{1,15}$/.test(size) || Number.isNaN(writtenAt)) throw odd('HEAD');
      const sha256 = isWhole ? Buffer.from(checksum, 'base64').toString('hex') : null;
      return { size: Number(size), writtenAt, sha256 };
    });
  }

  /** Downloads an object into an empty file; null when the store reports that there is none. */
  async download(name: string, handle: FileHandle): Promise<{ sha256: string; size: number } | null> {
    return this.#ask({ method: 'GET', name }, async (answer, allow) => {
      if (answer.statusCode === 404) {
        const code = await readCode(answer);
        // A wrong address, a missing bucket and a proxy also answer 404.
        if (code === 'NoSuchKey') return null;
        throw new StoreFailure(`404 ${code}`, { passing: false, refusal: true });
      }
      await refuse(answer);
      allow(Number(readHeader(answer, 'content-length') ?? 0));
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await own(handle.write(chunk, 0, chunk.length, size));
        size += chunk.length;
      }
      await own(handle.truncate(size));
      return { sha256: hash.digest('hex'), size };
    });
  }

  /** Removes an object; a missing one is no error. */
  async delete(name: string): Promise<void> {
    await this.#ask({ method: 'DELETE', name }, async (answer) => {
      if (answer.statusCode === 404 && (await readCode(answer)) === 'NoSuchKey') return;
      await refuse(answer);
      await answer.body.dump();
    });
  }

  /**
   * All objects whose name has this prefix, after another name if one is given, in order and in pages; names omit the bucket's
   * own prefix.
   */
  async *list(begin: string, after?: string): AsyncGenerator<ListedObject> {
    const { prefix } = this.#bucket;
    let token: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix: prefix + begin };
      if (after !== undefined) query['start-after'] = prefix + after;
      if (token !== null) query['continuation-token'] = token;
      const text: string = await this.#ask({ method: 'GET', query }, async (answer) => {
        await refuse(answer);
        return readText(answer, longestPage);
      });
      const page: ListPage = parsePage(text);
      for (const { name, ...facts } of page.objects) {
        if (name.startsWith(prefix)) yield { name: name.slice(prefix.length), ...facts };
      }
      token = page.next;
    } while (token !== null);
  }

  /** Asks once whether the bucket exists and is accessible. */
  async probe(): Promise<void> {
    await this.#askOnce({ method: 'HEAD' }, async (answer) => {
      await refuse(answer);
      await answer.body.dump();
    });
  }

  async #ask<T>(
    asked: Asked,
    read: (answer: Answer, allow: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    const { inTurn } = connectionsOf(this.#bucket);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTurn(() => this.#askOnce(asked, read));
      } catch (error) {
        if (!(error instanceof StoreFailure) || !error.isPassing || attempt === attempts) throw error;
      }
      const pause = this.#bucket.patienceMilliseconds * pauseShare * 4 ** (attempt - 1);
      await delay(pause * (1 + Math.random()));
    }
  }

  async #askOnce<T>(
    { method, name, query, headers, body }: Asked,
    read: (answer: Answer, allow: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    const { url, prefix, patienceMilliseconds } = this.#bucket;
    const target = new URL(name === undefined ? `${url}/` : `${url}/${prefix}${name}`);
    for (const [key, value] of Object.entries(query ?? {})) target.searchParams.set(key, value);
    const signed = await this.#sign(method, target, {
      ...headers,
      'x-amz-content-sha256': body?.sha256 ?? emptySha256,
    });
    // The agent aborts a silent connection; this aborts one that trickles.
    const deadline = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const allow = (bytes: number): void => {
      clearTimeout(timer);
      const milliseconds = 3 * patienceMilliseconds + bytes / leastBytesPerMillisecond;
      timer = setTimeout(() => deadline.abort(), Math.min(milliseconds, 2 ** 31 - 1));
    };
    allow(body?.size ?? 0);
    try {
      const answer = await request(target, {
        dispatcher: connectionsOf(this.#bucket).agent,
        method,
        headers: body === undefined ? signed : { ...signed, 'content-length': String(body.size) },
        body: body === undefined ? null : createReadStream(body.file, { highWaterMark: 256 * 1024 }),
        signal: deadline.signal,
      });
      try {
        return await read(answer, allow);
      } finally {
        // An unread body must not block the connection.
        if (!answer.body.readableEnded) answer.body.on('error', () => {}).destroy();
      }
    } catch (error) {
      throw judge(error, deadline.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  async #sign(method: string, url: URL, headers: Record<string, string>): Promise<Record<string, string>> {
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#bucket;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region,
      cache: this.#signingKeys,
    });
    return Object.fromEntries((await signer.sign()).headers);
  }
}

async function own<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new OwnFailure('', { cause: error });
  }
}

function judge(error: unknown, isTooSlow: boolean): unknown {
  if (error instanceof OwnFailure) return storageError(error.cause);
  if (error instanceof DomainError) return error;
  if (isTooSlow) return new StoreFailure('too slow', { passing: false, refusal: false });
  // The file to send could not be read.
  if (isCode(error, 'ENOENT', 'EIO', 'EACCES', 'EPERM', 'EROFS', 'EISDIR')) return storageError(error);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || !/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return error;
  // The patience is used up, and nobody waits for an answer any more.
  const isSilent = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
  const passing = !isSilent && !untrusted.test(code);
  return new StoreFailure(isSilent ? 'silent' : code, { passing, refusal: false });
}

/** Throws the error in a failed response. */
async function refuse(answer: Answer): Promise<void> {
  const { statusCode: status } = answer;
  if (status >= 200 && status < 300) return;
  const code = await readCode(answer);
  if (status === 507 || fullCodes.has(code)) throw new StoreFull();
  const isPassing = status >= 500 || status === 429 || passingCodes.has(code);
  throw new StoreFailure(`${status} ${code}`.trim(), { passing: isPassing, refusal: status < 500 });
}

function odd(what: string): StoreFailure {
  return new StoreFailure(`an odd answer to ${what}`, { passing: true, refusal: false });
}

function readHeader({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The store's own error code; empty if it has none. */
async function readCode(answer: Answer): Promise<string> {
  const text = await readText(answer, 64 * 1024);
  return /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}

async function readText(answer: Answer, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw odd('a question');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type ListPage = { objects: ListedObject[]; next: string | null };

/** An incomplete list must not look like an empty one. */
function parsePage(text: string): ListPage {
  if (!/<ListBucketResult[\s>]/.test(text) || !text.includes('</ListBucketResult>')) throw odd('a list');
  const objects: ListedObject[] = [];
  for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [name, size, time] = ['Key', 'Size', 'LastModified'].map((tag) => readTag(entry, tag));
    const facts = { size: Number(size), writtenAt: Date.parse(time ?? '') };
    if (name == null || !/^\d{1,15}$/.test(size ?? '') || Number.isNaN(facts.writtenAt)) throw odd('a list');
    objects.push({ name, ...facts });
  }
  const next = readTag(text, 'IsTruncated') === 'true' ? readTag(text, 'NextContinuationToken') : null;
  if (readTag(text, 'IsTruncated') === null || next === '') throw odd('a list');
  if (readTag(text, 'IsTruncated') === 'true' && next === null) throw odd('a list');
  return { objects, next };
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function readTag(text: string, tag: string): string | null {
  const [, found] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text) ?? [];
  if (found === undefined) return null;
  return found.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}
