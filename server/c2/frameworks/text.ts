import { C2Error } from './adapter.ts';

/**
 * Text from a framework in a storable form: NUL and lone surrogates become U+FFFD, and it is cut after `most` characters. Control
 * characters and markup stay, because it is shown as text.
 */
export function toKeepableText(text: string, most = 500): string {
  const kept = text.replaceAll('\0', '\uFFFD').toWellFormed();
  return kept.length <= most ? kept : kept.slice(0, most).toWellFormed();
}

/** Like `toKeepableText`; null if absent or empty. */
export function toOptionalText(text: string | null | undefined): string | null {
  return text ? toKeepableText(text) : null;
}

const frameworkTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?\s?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?$/;

/** A framework's time as ISO 8601 UTC with milliseconds; without an offset it is read as UTC. Null for anything else. */
export function toUtcTime(given: string | null | undefined): string | null {
  const parts = frameworkTime.exec(given ?? '');
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  const asGiven =
    local.getUTCFullYear() === year &&
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute &&
    local.getUTCSeconds() === second;
  if (!asGiven) return null;
  const offsetMinutes = (parts[8] === '-' ? -1 : 1) * (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0));
  return new Date(local.getTime() - offsetMinutes * 60_000).toISOString();
}

/** ATT&CK technique ids in a framework's list, trimmed and without duplicates. */
export function pickTechniqueIds(given: (string | null | undefined)[]): string[] {
  const ids = given.map((id) => (id ?? '').trim());
  return [...new Set(ids.filter((id) => /^T\d{4}(\.\d{3})?$/.test(id)))];
}

/** Decodes base64 in lines of any length; anything else is taken as plain text. */
export function decodeChunk(chunk: string): Buffer {
  const compact = chunk.replace(/[\r\n]+/g, '');
  return compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact)
    ? Buffer.from(compact, 'base64')
    : Buffer.from(chunk, 'utf8');
}

/**
 * Collects output that arrives in byte pieces into one text. Pieces may split a character, so they are decoded as one stream;
 * invalid sequences and NUL become U+FFFD. Refuses (`too_large`) more than `most` bytes.
 */
export class OutputText {
  readonly #most: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #pieces: string[] = [];
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    if (this.#bytes > this.#most) {
      throw new C2Error('too_large', 'The output is larger than Damson accepts');
    }
    this.#pieces.push(this.#decoder.decode(piece, { stream: true }).replaceAll('\0', '\uFFFD'));
  }

  text(): string {
    this.#pieces.push(this.#decoder.decode());
    return this.#pieces.join('');
  }
}
