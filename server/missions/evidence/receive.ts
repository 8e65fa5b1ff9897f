import type { IncomingMessage } from 'node:http';
import busboy, { type Busboy, type FieldInfo, type FileInfo } from 'busboy';
import { largestEvidence, longestCaption } from '../../../domain/limits.ts';
import { DomainError, invalid } from '../../errors.ts';
import { type EvidenceSide, evidenceSide } from './contract.ts';
import { createInspector } from './inspection.ts';
import { judgeKind, type Kind, toSafeFileName } from './rules.ts';

/** Where the bytes of the file go. The next chunk is written when the promise of the last resolves. */
type Sink<T> = {
  write(chunk: Buffer): Promise<void>;
  finish(): Promise<T>;
  discard(): Promise<void>;
};

export type ReceivedForm = {
  fileName: string;
  mimeType: string;
  caption: string | null;
  /** Null when the client left it to the server. */
  side: EvidenceSide | null;
};

/** What a form may have beside the file: boundaries, headers of its parts, a caption and a side. */
const formOverhead = 128 * 1024;
const bodyLimit = largestEvidence + formOverhead;
const partLimit = 16;
const fieldBytes = 4 * longestCaption;

/**
 * Receives one evidence form and streams its file into a sink, which is asked for once with the length of the body (0 when
 * unknown). Refuses: not multipart/form-data 415; broken or cut off 400; too large 413; a kind that is not on the whitelist,
 * or bytes that are not of their kind 415; no file or more than one, an empty one, an unknown or repeated field, a caption
 * or side that is not one 422. By the time it refuses, the sink is discarded; what is left of the body is not read.
 */
export async function receiveForm<T>(
  request: IncomingMessage,
  openSink: (bodyLength: number) => Promise<Sink<T>>,
): Promise<ReceivedForm & { stored: T }> {
  let reader: FormReader<T> | null = null;
  try {
    if (request.destroyed) throw cutOff();
    const bodyLength = readDeclaredLength(request);
    reader = new FormReader(request, createParser(request), () => openSink(bodyLength));
    return await reader.read();
  } catch (error) {
    await reader?.abandon();
    throw error;
  }
}

/** Refuses what can be told from the headers alone. */
function readDeclaredLength(request: IncomingMessage): number {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'The body must not be compressed');
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > bodyLimit) throw tooLarge();
  return length;
}

function createParser(request: IncomingMessage): Busboy {
  if (!/^multipart\/form-data[ \t]*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'The body must be multipart/form-data');
  }
  try {
    return busboy({
      headers: request.headers,
      // Without it a name in UTF-8 is read as Latin-1.
      defParamCharset: 'utf8',
      preservePath: true,
      limits: { parts: partLimit, fieldSize: fieldBytes },
    });
  } catch {
    throw new DomainError('malformed_body', 'The Content-Type is malformed or names no boundary');
  }
}

class FormReader<T> {
  readonly #request: IncomingMessage;
  readonly #parser: Busboy;
  readonly #openSink: () => Promise<Sink<T>>;
  readonly #seen = new Set<string>();
  readonly #beginning: Buffer[] = [];
  #received = 0;
  #form: Omit<ReceivedForm, 'caption' | 'side'> | null = null;
  #caption: string | null = null;
  #side: EvidenceSide | null = null;
  #sink: Sink<T> | null = null;
  #storing: Promise<void> | null = null;

  constructor(request: IncomingMessage, parser: Busboy, openSink: () => Promise<Sink<T>>) {
    this.#request = request;
    this.#parser = parser;
    this.#openSink = openSink;
  }

  async read(): Promise<ReceivedForm & { stored: T }> {
    await new Promise<void>((resolve, reject) => this.#listen(resolve, reject));
    await this.#storing;
    if (this.#form === null || this.#sink === null) throw invalid('file', 'a file is needed');
    const stored = await this.#sink.finish();
    return { ...this.#form, caption: this.#caption, side: this.#side, stored };
  }

  /** Stops reading and leaves nothing behind. */
  async abandon(): Promise<void> {
    this.#request.unpipe(this.#parser);
    this.#parser.destroy();
    await this.#storing?.catch(() => {});
    await this.#sink?.discard();
  }

  #listen(resolve: () => void, reject: (reason: unknown) => void): void {
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        reject(error);
      }
    };
    this.#parser.on('field', (name, value, info) => attempt(() => this.#takeField(name, value, info)));
    this.#parser.on('file', (name, stream, info) => {
      // A body that is cut off fails this stream as well; without a listener that would end the process.
      stream.on('error', () => reject(cutOff()));
      attempt(() => {
        this.#storing = this.#store(stream, this.#takeFile(name, info));
        this.#storing.catch(reject);
      });
    });
    this.#parser.on('partsLimit', () => reject(invalid('file', 'the form has too many parts')));
    this.#parser.on('error', () => reject(cutOff()));
    this.#parser.on('close', resolve);

    const request = this.#request;
    request.on('error', () => reject(cutOff()));
    request.on('close', () => {
      if (!request.complete) reject(cutOff());
    });
    request.on('data', (chunk: Buffer) => {
      this.#received += chunk.length;
      if (this.#received > bodyLimit) reject(tooLarge());
      if (this.#form !== null) this.#beginning.length = 0;
      else if (this.#received <= formOverhead) this.#beginning.push(chunk);
    });
    request.pipe(this.#parser);
  }

  #takeField(name: string | undefined, value: string | undefined, info: FieldInfo): void {
    if (name === 'file') throw invalid('file', 'must be a file with a name');
    if (name !== 'caption' && name !== 'side') throw unknownField(name);
    this.#claim(name);
    // Undefined for a charset that the parser does not know.
    if (value === undefined || !value.isWellFormed()) {
      throw new DomainError('malformed_body', `The field ${name} is not valid text`);
    }
    if (name === 'caption') this.#caption = parseCaption(value, info.valueTruncated);
    else this.#side = parseSide(value);
  }

  #takeFile(name: string | undefined, info: FileInfo): Kind {
    if (name !== 'file') throw unknownField(name);
    this.#claim(name);
    const given: string | undefined = info.filename;
    if (given === undefined || given === '') throw invalid('file', 'must be a file with a name');
    const fileName = toSafeFileName(given);
    const kind = judgeKind(fileName, readDeclaredType(info.mimeType, Buffer.concat(this.#beginning)));
    this.#form = { fileName, mimeType: kind.mimeType };
    return kind;
  }

  #claim(name: string): void {
    if (this.#seen.has(name)) throw invalid(name, 'given more than once');
    this.#seen.add(name);
  }

  async #store(stream: AsyncIterable<Buffer>, kind: Kind): Promise<void> {
    const sink = await this.#openSink();
    this.#sink = sink;
    const inspector = createInspector(kind);
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > largestEvidence) throw tooLarge();
      inspector.push(chunk);
      await sink.write(chunk);
    }
    if (size === 0) throw invalid('file', 'the file is empty');
    inspector.end();
  }
}

/**
 * The type that the file's part declares, null when it declares none. The parser reports both no type and `text/plain` as
 * `text/plain`, so in that case the beginning of the body is looked at.
 */
function readDeclaredType(reported: string, beginning: Buffer): string | null {
  if (reported !== 'text/plain') return reported;
  const headers = beginning
    .toString('latin1')
    .split('\r\n\r\n')
    .map((part) => part.slice(part.lastIndexOf('\r\n--') + 2))
    .find((part) => /^content-disposition:.*filename/im.test(part));
  return headers === undefined || /^content-type[ \t]*:/im.test(headers) ? reported : null;
}

function parseCaption(value: string, truncated: boolean): string | null {
  if (truncated || value.length > longestCaption) {
    throw invalid('caption', `must have at most ${longestCaption} characters`);
  }
  if (value.includes('\u0000')) throw invalid('caption', 'must not contain a NUL character');
  return value === '' ? null : value;
}

function parseSide(value: string): EvidenceSide {
  const side = evidenceSide.safeParse(value);
  if (!side.success) throw invalid('side', 'must be red or blue');
  return side.data;
}

function unknownField(name: string | undefined): DomainError {
  return invalid(name?.slice(0, 100) ?? '', 'unknown field');
}

function tooLarge(): DomainError {
  return new DomainError('too_large', `A file may have at most ${largestEvidence} bytes`);
}

function cutOff(): DomainError {
  return new DomainError('malformed_body', 'The body is not a complete multipart form');
}
