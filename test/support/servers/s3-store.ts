import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import aws4 from 'aws4';
import type { SelfSigned } from '../http/self-signed.ts';

/** Failure modes of the store. */
export type Fault =
  /** Only answers with a status, and optionally a code. */
  | { answers: number; code?: string; body?: string }
  /** Never answers. */
  | 'silent'
  /** Ends the connection at once, or in the middle of the bytes. */
  | 'cut'
  | 'cut in the middle'
  /** Confirms a write without having stored anything, or having stored half of it or other bytes. */
  | 'forgets'
  | 'stores half'
  | 'stores other bytes'
  /** Reports a wrong digest. */
  | 'lies about the checksum';

export type S3Request = { method: string /** Without the bucket. */; key: string; query: URLSearchParams };

type Credentials = { accessKeyId: string; secretAccessKey: string };

/**
 * A store that checks S3 requests strictly: it refuses invalid signatures, by comparison with another implementation, and bytes
 * that don't match their digest. Objects are files below `folder`.
 */
export class S3Store {
  readonly folder: string;
  readonly bucket = 'damson-test';
  readonly region = 'test-1';
  readonly credentials: Credentials;
  /** Called before each request is served, for tests to inject faults. */
  fault: (request: S3Request) => Fault | null = () => null;
  /** Awaited before each request is served. */
  hold: (request: S3Request) => Promise<void> = async () => {};
  /** Objects on a page of a list. */
  pageSize = 1000;
  /** Requests received, as "GET key". */
  readonly asked: string[] = [];
  readonly #received: string = mkdtempSync(path.join(tmpdir(), 'damson-s3-received-'));
  readonly #checksums = new Map<string, string>();
  readonly #isKept: boolean;
  readonly #scheme: 'http' | 'https';
  readonly #server: Server;

  /** A given `folder` is used with its content and kept. */
  constructor({
    folder,
    secretAccessKey,
    tls,
  }: {
    folder?: string;
    secretAccessKey?: string;
    tls?: SelfSigned;
  } = {}) {
    this.folder = folder ?? mkdtempSync(path.join(tmpdir(), 'damson-s3-'));
    this.#isKept = folder !== undefined;
    this.credentials = {
      accessKeyId: 'TESTKEY',
      secretAccessKey: secretAccessKey ?? `secret-${randomUUID()}`,
    };
    const serve = (request: IncomingMessage, response: ServerResponse): void => {
      this.#serve(request, response).catch((error: unknown) => {
        if (response.headersSent || response.destroyed) response.destroy();
        else refuse(response, 500, 'InternalError', String(error));
      });
    };
    this.#scheme = tls === undefined ? 'http' : 'https';
    this.#server = tls === undefined ? createServer(serve) : createSecureServer(tls, serve);
    // The store is shared by all tests of a process, and must not keep it running.
    this.#server.on('connection', (socket) => socket.unref());
    process.on('exit', () => this.#remove());
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    this.#server.unref();
    return this;
  }

  get endpoint(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings with which a server uses a prefix of the bucket. */
  environment(prefix: string): Record<string, string> {
    return {
      EVIDENCE_URL: `s3://${this.bucket}/${prefix}`,
      AWS_ENDPOINT_URL_S3: this.endpoint,
      AWS_REGION: this.region,
      AWS_ACCESS_KEY_ID: this.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.credentials.secretAccessKey,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#remove();
  }

  #remove(): void {
    rmSync(this.#received, { recursive: true, force: true });
    if (!this.#isKept) rmSync(this.folder, { recursive: true, force: true });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.endpoint);
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const { method = '' } = request;
    this.asked.push(`${method} ${key}${url.search}`);
    await this.hold({ method, key, query: url.searchParams });
    const fault = this.fault({ method, key, query: url.searchParams });
    if (fault === 'silent') return;
    if (fault === 'cut') {
      request.socket.destroy();
      return;
    }
    if (fault !== null && typeof fault === 'object') {
      request.resume();
      if (fault.body === undefined)
        refuse(response, fault.answers, fault.code ?? 'Fault', 'as the test wants');
      else response.writeHead(fault.answers).end(fault.body);
      return;
    }
    const problem = this.#judgeSignature(request, url);
    if (problem !== null) {
      request.resume();
      refuse(response, 403, problem[0], problem[1]);
      return;
    }
    if (bucket !== this.bucket) {
      request.resume();
      refuse(response, 404, 'NoSuchBucket', bucket);
    } else if (key === '' && method === 'HEAD') response.writeHead(200).end();
    else if (key === '' && method === 'GET') await this.#list(url.searchParams, response);
    else if (key !== '' && url.search === '' && method === 'PUT')
      await this.#put(key, fault, request, response);
    else if (key !== '' && url.search === '' && method === 'DELETE') {
      await rm(this.#fileOf(key), { force: true });
      this.#removeEmpty(path.dirname(this.#fileOf(key)));
      this.#checksums.delete(key);
      response.writeHead(204).end();
    } else if (key !== '' && url.search === '' && (method === 'GET' || method === 'HEAD')) {
      await this.#send(key, fault, request, response);
    } else refuse(response, 501, 'NotImplemented', `${method} ${request.url}`);
  }

  /** Fault, as a code and a message. */
  #judgeSignature(request: IncomingMessage, url: URL): [string, string] | null {
    const { headers } = request;
    const form =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;
    const [, id, day, region, signed = ''] = form.exec(headers.authorization ?? '') ?? [];
    if (id === undefined) return ['AccessDenied', 'there is no signature'];
    if (id !== this.credentials.accessKeyId) return ['InvalidAccessKeyId', id];
    if (region !== this.region) return ['AuthorizationHeaderMalformed', `the region is ${this.region}`];
    const date = String(headers['x-amz-date']);
    const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (!(Math.abs(time - Date.now()) < 15 * 60_000) || !date.startsWith(String(day)))
      return ['RequestTimeTooSkewed', date];
    const names = signed.split(';');
    const unsigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].find(
      (name) => !names.includes(name),
    );
    if (unsigned !== undefined) return ['AccessDenied', `${unsigned} is not signed`];
    if (headers['x-amz-content-sha256'] === undefined) return ['AccessDenied', 'the body is not signed'];
    const again = aws4.sign(
      {
        host: String(headers.host),
        method: String(request.method),
        path: url.pathname + url.search,
        service: 's3',
        region: this.region,
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      },
      this.credentials,
    );
    const isRight = again.headers.Authorization === headers.authorization;
    return isRight ? null : ['SignatureDoesNotMatch', String(headers.authorization)];
  }

  async #put(
    key: string,
    fault: Fault | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.headers['content-length'] === undefined) {
      refuse(response, 411, 'MissingContentLength', key);
      return;
    }
    const received = path.join(this.#received, randomUUID());
    const hash = createHash('sha256');
    const cut = fault === 'cut in the middle' ? Number(request.headers['content-length']) / 2 : Infinity;
    let size = 0;
    await pipeline(
      request,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          if (size > cut) request.socket.destroy();
          yield chunk;
        }
      },
      createWriteStream(received),
    );
    const digest = hash.digest();
    if (request.headers['x-amz-content-sha256'] !== digest.toString('hex')) {
      await rm(received);
      refuse(response, 400, 'XAmzContentSHA256Mismatch', key);
      return;
    }
    const checksum = request.headers['x-amz-checksum-sha256'];
    if (checksum !== undefined && checksum !== digest.toString('base64')) {
      await rm(received);
      refuse(response, 400, 'BadDigest', key);
      return;
    }
    if (fault === 'forgets') await rm(received);
    else {
      const file = this.#fileOf(key);
      mkdirSync(path.dirname(file), { recursive: true });
      await rename(received, file);
      if (checksum !== undefined) this.#checksums.set(key, checksum);
      if (fault === 'stores half' || fault === 'stores other bytes') await spoil(file, fault);
    }
    response.writeHead(200, { etag: '"of no use"' }).end();
  }

  async #send(
    key: string,
    fault: Fault | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const file = this.#fileOf(key);
    const found = await stat(file).catch(() => null);
    if (found === null || !found.isFile()) {
      refuse(response, 404, 'NoSuchKey', key);
      return;
    }
    let checksum = this.#checksums.get(key);
    if (fault === 'lies about the checksum') checksum = createHash('sha256').update('a lie').digest('base64');
    const tells = request.headers['x-amz-checksum-mode'] === 'ENABLED' && checksum !== undefined;
    response.writeHead(200, {
      'content-length': found.size,
      'last-modified': found.mtime.toUTCString(),
      ...(tells ? { 'x-amz-checksum-sha256': checksum } : {}),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    if (fault === 'cut in the middle') {
      for await (const chunk of createReadStream(file, { end: Math.floor(found.size / 2) }))
        response.write(chunk);
      response.socket?.end();
      return;
    }
    await pipeline(createReadStream(file), response);
  }

  async #list(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const known = new Set(['list-type', 'prefix', 'start-after', 'continuation-token']);
    if (query.get('list-type') !== '2' || [...query.keys()].some((name) => !known.has(name))) {
      refuse(response, 501, 'NotImplemented', String(query));
      return;
    }
    const prefix = query.get('prefix') ?? '';
    // A token overrides `start-after`, and is opaque to clients.
    const token = query.get('continuation-token');
    const after = token === null ? query.get('start-after') : Buffer.from(token, 'base64').toString();
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const keys = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
      .filter((key) => key.startsWith(prefix) && (after === null || key > after))
      .sort();
    const page = keys.slice(0, this.pageSize);
    const isCut = keys.length > page.length;
    const contents = page.map((key) => {
      const { size, mtime } = statSync(this.#fileOf(key));
      return `<Contents><Key>${toXml(key)}</Key><LastModified>${mtime.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const next = isCut
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : '';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><Prefix>${toXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${this.pageSize}</MaxKeys><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
      );
  }

  /** Removes folders that are left empty. */
  #removeEmpty(folder: string): void {
    for (let place = folder; place !== this.folder; place = path.dirname(place)) {
      try {
        rmdirSync(place);
      } catch {
        return;
      }
    }
  }

  #fileOf(key: string): string {
    const file = path.join(this.folder, key);
    if (!file.startsWith(this.folder + path.sep)) throw new Error(`not a key: ${key}`);
    return file;
  }
}

let shared: Promise<S3Store> | undefined;

/** The shared store for all tests of this process that don't make it fail. */
export function sharedS3Store(): Promise<S3Store> {
  shared ??= new S3Store().start();
  return shared;
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${toXml(message)}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

function toXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

async function spoil(file: string, fault: 'stores half' | 'stores other bytes'): Promise<void> {
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  if (fault === 'stores half') await handle.truncate(Math.floor(size / 2));
  else await handle.write(Buffer.alloc(Math.min(size, 16), '!'), 0);
  await handle.close();
}
