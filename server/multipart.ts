import type { IncomingMessage } from 'node:http';
import busboy, { type Busboy, type FieldInfo, type FileInfo } from 'busboy';
import { DomainError, invalid } from './errors.ts';

/** Destination of the file's bytes. The next chunk is written when the previous promise resolves. */
export type Sink<T> = {
  write(chunk: Buffer): Promise<void>;
  finish(): Promise<T>;
  discard(): Promise<void>;
};

/** Fields of a form besides its `file`, and their handlers. */
export type FormShape<T> = {
  /** Bytes of the file. */
  largestFile: number;
  /** Bytes of the longest field. */
  largestField: number;
  /** By name: takes the text of a field and whether it was truncated; refuses an invalid one. */
  fields: Readonly<Record<string, (value: string, isCut: boolean) => void>>;
  /**
   * Takes the file's name as sent and its declared type, null for none; refuses an unacceptable one. The result opens the sink,
   * for a body of this length (0 when unknown).
   */
  openFile: (name: string, declaredType: string | null) => (bodyLength: number) => Promise<Sink<T>>;
};

/** Bytes of a form besides the file: boundaries, headers of its parts, fields. */
const formOverhead = 128 * 1024;
const partLimit = 16;

/**
 * Receives a form with one file, which is streamed into a sink, and returns the sink's result. Refuses: not multipart/form-data
 * 415; broken or truncated 400; too large 413; no file or several, an empty one, an unknown or repeated field 422; and what the
 * shape refuses. Before a refusal, the sink is discarded; the rest of the body is not read.
 */
export async function receiveMultipart<T>(request: IncomingMessage, shape: FormShape<T>): Promise<T> {
  let reader: FormReader<T> | null = null;
  try {
    if (request.destroyed) throw cutOff();
    const bodyLength = readDeclaredLength(request, shape);
    reader = new FormReader(request, createParser(request, shape), shape, bodyLength);
    return await reader.read();
  } catch (error) {
    await reader?.abandon();
    throw error;
  }
}

/** Refuses faults visible in the headers. */
function readDeclaredLength(request: IncomingMessage, { largestFile }: FormShape<unknown>): number {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'The body must not be compressed');
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > largestFile + formOverhead) throw tooLarge(largestFile);
  return length;
}

function createParser(request: IncomingMessage, { largestField }: FormShape<unknown>): Busboy {
  if (!/^multipart\/form-data[ \t]*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'The body must be multipart/form-data');
  }
  try {
    return busboy({
      headers: request.headers,
      // Otherwise a UTF-8 name is read as Latin-1.
      defParamCharset: 'utf8',
      preservePath: true,
      limits: { parts: partLimit, fieldSize: largestField },
    });
  } catch {
    throw new DomainError('malformed_body', 'The Content-Type is malformed or names no boundary');
  }
}

class FormReader<T> {
  readonly #request: IncomingMessage;
  readonly #parser: Busboy;
  readonly #shape: FormShape<T>;
  readonly #bodyLength: number;
  readonly #seen = new Set<string>();
  readonly #beginning: Buffer[] = [];
  #received = 0;
  #sink: Sink<T> | null = null;
  #storing: Promise<void> | null = null;

  constructor(request: IncomingMessage, parser: Busboy, shape: FormShape<T>, bodyLength: number) {
    this.#request = request;
    this.#parser = parser;
    this.#shape = shape;
    this.#bodyLength = bodyLength;
  }

  async read(): Promise<T> {
    await new Promise<void>((resolve, reject) => this.#listen(resolve, reject));
    await this.#storing;
    if (this.#sink === null) throw invalid('file', 'a file is needed');
    return this.#sink.finish();
  }

  /** Stops reading and cleans up. */
  async abandon(): Promise<void> {
    this.#request.unpipe(this.#parser);
    this.#parser.destroy();
    await this.#storing?.catch(() => {});
    await this.#sink?.discard();
  }

  #listen(resolve: () => void, reject: (reason: unknown) => void): void {
    const { largestFile } = this.#shape;
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        reject(error);
      }
    };
    this.#parser.on('field', (name, value, info) => attempt(() => this.#takeField(name, value, info)));
    this.#parser.on('file', (name, stream, info) => {
      // A truncated body fails this stream as well; an unhandled error would end the process.
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
      if (this.#received > largestFile + formOverhead) reject(tooLarge(largestFile));
      if (this.#seen.has('file')) this.#beginning.length = 0;
      else if (this.#received <= formOverhead) this.#beginning.push(chunk);
    });
    request.pipe(this.#parser);
  }

  #takeField(name: string | undefined, value: string | undefined, info: FieldInfo): void {
    if (name === 'file') throw invalid('file', 'must be a file with a name');
    const { fields } = this.#shape;
    const take = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (name === undefined || take === undefined) throw unknownField(name);
    this.#claim(name);
    // Undefined for a charset unknown to the parser.
    if (value === undefined || !value.isWellFormed()) {
      throw new DomainError('malformed_body', `The field ${name} is not valid text`);
    }
    if (value.includes('\u0000')) throw invalid(name, 'must not contain a NUL character');
    take(value, info.valueTruncated);
  }

  #takeFile(name: string | undefined, info: FileInfo): (bodyLength: number) => Promise<Sink<T>> {
    if (name !== 'file') throw unknownField(name);
    this.#claim(name);
    const given: string | undefined = info.filename;
    if (given === undefined || given === '') throw invalid('file', 'must be a file with a name');
    return this.#shape.openFile(given, readDeclaredType(info.mimeType, Buffer.concat(this.#beginning)));
  }

  #claim(name: string): void {
    if (this.#seen.has(name)) throw invalid(name, 'given more than once');
    this.#seen.add(name);
  }

  async #store(stream: AsyncIterable<Buffer>, open: (bodyLength: number) => Promise<Sink<T>>): Promise<void> {
    const sink = await open(this.#bodyLength);
    this.#sink = sink;
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > this.#shape.largestFile) throw tooLarge(this.#shape.largestFile);
      await sink.write(chunk);
    }
    if (size === 0) throw invalid('file', 'the file is empty');
  }
}

/**
 * The type declared by the file's part, null without one. The parser reports both no type and `text/plain` as `text/plain`, so in
 * that case the beginning of the body is checked.
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

function unknownField(name: string | undefined): DomainError {
  return invalid(name?.slice(0, 100) ?? '', 'unknown field');
}

function tooLarge(largest: number): DomainError {
  return new DomainError('too_large', `A file may have at most ${largest} bytes`);
}

function cutOff(): DomainError {
  return new DomainError('malformed_body', 'The body is not a complete multipart form');
}
