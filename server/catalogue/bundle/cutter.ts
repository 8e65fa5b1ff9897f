import { Buffer, isUtf8 } from 'node:buffer';
import { type DomainError, invalid } from '../../errors.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const OBJECTS_KEY = '"objects"';

export type CutterLimits = {
  /** Bytes of one object of the bundle. */
  maxObjectBytes: number;
  /** Bytes of everything outside `objects`, without whitespace between tokens. */
  maxEnvelopeBytes: number;
};

export type StixObject = Record<string, unknown>;

type Place = 'before' | 'first_object' | 'next_object' | 'inside_object' | 'separator' | 'after';

/**
 * Splits the text of a STIX bundle, arriving in chunks of any size, into the objects of its `objects` array, so that the whole
 * text is never in memory. Every byte passes through `JSON.parse`, in an object or in the envelope around them, so anything but
 * valid JSON is refused.
 */
export class BundleCutter {
  readonly #limits: CutterLimits;
  readonly #onObject: (object: StixObject) => void;
  #place: Place = 'before';
  #depth = 0;
  #inString = false;

  /** Received bytes not yet parsed, up to `#end`; `#next` is the next one. */
  #buffer = Buffer.alloc(64 * 1024);
  #next = 0;
  #end = 0;
  #objectStart = 0;

  readonly #envelope: Buffer;
  #envelopeLength = 0;
  #escaped = false;
  #stringStart = 0;
  #stringEnd = 0;
  #afterObjectsKey = false;

  constructor(limits: CutterLimits, onObject: (object: StixObject) => void) {
    this.#limits = limits;
    this.#onObject = onObject;
    this.#envelope = Buffer.alloc(limits.maxEnvelopeBytes);
  }

  /** Takes the next bytes; `onObject` receives each object once it is complete. */
  push(chunk: Uint8Array): void {
    this.#append(chunk);
    while (this.#next < this.#end) {
      if (this.#place === 'inside_object') this.#scanObject();
      else if (this.#place === 'before' || this.#place === 'after') this.#scanEnvelope();
      else this.#scanBetween();
    }
    this.#compact();
  }

  /** Takes the end of input, returns the bundle without its objects; refuses one that ended early. */
  end(): StixObject {
    if (this.#place !== 'after' || this.#depth > 0) {
      throw invalid(
        'source',
        this.#place === 'before' ? 'is not a STIX bundle' : 'ends before the bundle does',
      );
    }
    const bundle = parse(this.#envelope.subarray(0, this.#envelopeLength)) as StixObject;
    if (bundle.type !== 'bundle' || !Array.isArray(bundle.objects) || bundle.objects.length > 0) {
      throw invalid('source', 'is not a STIX bundle');
    }
    return bundle;
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#end + chunk.length + 2;
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#end);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#end);
    this.#end += chunk.length;
    // Sentinels that end every scan, so that it need not check for the end at each byte, which halves its time. Two, because an
    // escape skips one.
    this.#buffer[this.#end] = QUOTE;
    this.#buffer[this.#end + 1] = QUOTE;
  }

  #scanObject(): void {
    const buffer = this.#buffer;
    const end = this.#end;
    let next = this.#next;
    let depth = this.#depth;
    let inString = this.#inString;
    for (;;) {
      if (inString) {
        let byte: number | undefined;
        do {
          byte = buffer[next++];
          if (byte === BACKSLASH) next += 1;
        } while (byte !== QUOTE);
        if (next > end) {
          // One past the end after an escape: then the escaped byte is the first of the next chunk.
          next -= 1;
          break;
        }
        inString = false;
      }
      const byte = buffer[next++]!;
      if (byte <= SPACE) continue;
      if (byte === QUOTE) {
        if (next > end) {
          next = end;
          break;
        }
        inString = true;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    this.#next = next;
    this.#depth = depth;
    this.#inString = inString;
    if (next - this.#objectStart > this.#limits.maxObjectBytes) {
      throw invalid('source', `holds an object of more than ${this.#limits.maxObjectBytes} bytes`);
    }
    if (depth === 0) {
      this.#place = 'separator';
      this.#onObject(parse(buffer.subarray(this.#objectStart, next)) as StixObject);
    }
  }

  #scanBetween(): void {
    const byte = this.#buffer[this.#next]!;
    if (isSpace(byte)) {
      this.#next += 1;
    } else if (byte === COMMA && this.#place === 'separator') {
      this.#place = 'next_object';
      this.#next += 1;
    } else if (byte === OPEN_BRACE && this.#place !== 'separator') {
      this.#place = 'inside_object';
      this.#depth = 0;
      this.#objectStart = this.#next;
    } else if (byte === CLOSE_BRACKET && this.#place !== 'next_object') {
      this.#place = 'after';
      this.#depth = 2;
    } else {
      throw notJson();
    }
  }

  #scanEnvelope(): void {
    const byte = this.#buffer[this.#next]!;
    this.#next += 1;
    if (this.#inString) {
      this.#keep(byte);
      if (this.#escaped) {
        this.#escaped = false;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
      } else if (byte === QUOTE) {
        this.#inString = false;
        this.#stringEnd = this.#envelopeLength;
      }
      return;
    }
    if (isSpace(byte)) return;
    if (this.#envelopeLength === 0 && byte !== OPEN_BRACE) throw invalid('source', 'is not a STIX bundle');
    this.#keep(byte);
    if (byte === QUOTE) {
      this.#inString = true;
      this.#stringStart = this.#envelopeLength - 1;
    } else if (byte === COLON) {
      this.#afterObjectsKey =
        this.#depth === 1 &&
        this.#envelope.toString('latin1', this.#stringStart, this.#stringEnd) === OBJECTS_KEY;
    } else if (byte === OPEN_BRACKET && this.#afterObjectsKey) {
      if (this.#place === 'after') throw invalid('source', 'names its objects twice');
      this.#afterObjectsKey = false;
      this.#place = 'first_object';
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#afterObjectsKey = false;
      this.#depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#depth -= 1;
      if (this.#depth === 0 && this.#place === 'before') throw invalid('source', 'is not a STIX bundle');
    }
  }

  #keep(byte: number): void {
    if (this.#envelopeLength === this.#envelope.length) {
      throw invalid('source', `holds more than ${this.#envelope.length} bytes outside its objects`);
    }
    this.#envelope[this.#envelopeLength] = byte;
    this.#envelopeLength += 1;
  }
  #compact(): void {
    const start = this.#place === 'inside_object' ? this.#objectStart : this.#end;
    if (start > 0) this.#buffer.copyWithin(0, start, this.#end);
    this.#next -= start;
    this.#end -= start;
    this.#objectStart -= start;
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function notJson(): DomainError {
  return invalid('source', 'is not valid JSON');
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('source', 'is not valid UTF-8');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw notJson();
  }
}
