import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much may be received before what was received is given back. */
const interval = 16 * 2 ** 20;

let collect: (() => void) | null = null;
let received = 0;

/**
 * Told of every chunk of an upload. A chunk lies outside V8's heap behind an object of a few bytes, so V8 sees little reason
 * to collect and lets a hundred megabytes of dead chunks stand; collecting the young generation (2 ms) frees them and
 * saves the costlier full collections that would come later.
 */
export function noteReceived(bytes: number): void {
  received += bytes;
  if (received < interval) return;
  received = 0;
  collect ??= youngCollection();
  collect();
}

function youngCollection(): () => void {
  // The function appears in contexts made while the flag is set, and nowhere else.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => gc({ type: 'minor' }) : () => {};
}
