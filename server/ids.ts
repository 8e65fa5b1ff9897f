import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new UUIDv7: ids sort by creation, even when the clock stands still or steps back. */
export function newId(): string {
  return v7();
}

const ownBytes = randomBytes(16);
let requests = 0;

/** A new UUIDv7 for a request, distinguished by a counter: drawing random bytes takes a tenth of the time of a small request. */
export function newRequestId(): string {
  requests = (requests + 1) % 2 ** 32;
  return v7({ random: ownBytes, seq: requests });
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return form.test(text);
}

/** Whether a text is the number of an entry. */
export function isSequenceNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
