/**
 * Values passed as text between the page and the stand-in. Runs on both sides: in the page its source is injected, so it imports
 * nothing. It accepts and refuses the same values as the structured clone of Electron's messages.
 */

type Tagged = [string, unknown?];

// biome-ignore lint/suspicious/noExplicitAny: anything may be asked to pass
type Anything = any;

function encodeValue(value: Anything): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', numberText(value)];
  if (value === undefined) return ['undefined'];
  if (typeof value === 'bigint') return ['bigint', String(value)];
  if (typeof value !== 'object' || value instanceof Promise || value instanceof WeakMap) {
    throw new Error('An object could not be cloned.');
  }
  if (Array.isArray(value)) return ['array', value.map(encodeValue)];
  if (value instanceof Date) return ['date', value.getTime()];
  if (value instanceof Error) return ['error', [value.name, value.message]];
  if (value instanceof Map) return ['map', [...value].map((pair) => pair.map(encodeValue))];
  if (value instanceof Set) return ['set', [...value].map(encodeValue)];
  if (value instanceof ArrayBuffer) return ['ArrayBuffer', bytesToText(new Uint8Array(value))];
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    // A Buffer arrives as its underlying array, as in Electron.
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    return [kind, bytesToText(bytes)];
  }
  return ['object', Object.entries(value).map(([name, item]) => [name, encodeValue(item)])];
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function decodeValue(encoded: Anything): Anything {
  if (!Array.isArray(encoded)) return encoded;
  const [kind, content] = encoded as Tagged as [string, Anything];
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(content);
    case 'bigint':
      return BigInt(content);
    case 'array':
      return content.map(decodeValue);
    case 'date':
      return new Date(content);
    case 'error': {
      const error = new Error(content[1]);
      error.name = content[0];
      return error;
    }
    case 'map':
      return new Map(content.map((pair: unknown[]) => pair.map(decodeValue)));
    case 'set':
      return new Set(content.map(decodeValue));
    case 'object':
      return Object.fromEntries(content.map(([name, item]: [string, unknown]) => [name, decodeValue(item)]));
    default: {
      const bytes = textToBytes(content);
      if (kind === 'ArrayBuffer') return bytes.buffer;
      const View = (globalThis as Anything)[kind];
      return kind === 'Uint8Array' ? bytes : new View(bytes.buffer);
    }
  }
}

function bytesToText(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return btoa(text);
}

function textToBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The text from which `fromWire` makes a copy of these values. Refuses functions and anything else that can't be copied. */
export function toWire(values: readonly unknown[]): string {
  return JSON.stringify(values.map(encodeValue));
}

/** Copies of the values given to `toWire`. */
export function fromWire(text: string): unknown[] {
  return JSON.parse(text).map(decodeValue);
}
