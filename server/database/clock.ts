/** Milliseconds since the epoch; passed in so that a test can set it back. */
export type Now = () => number;

let lastTime = 0;
let lastText = '1970-01-01T00:00:00.000Z';

export function isoTime(milliseconds: number): string {
  // Often called several times in one millisecond.
  if (milliseconds !== lastTime) {
    lastText = new Date(milliseconds).toISOString();
    lastTime = milliseconds;
  }
  return lastText;
}

/** The time of a write after `previous`: now, or one millisecond after it if the clock was set back. */
export function timeAfter(previous: string | null, now: Now): string {
  const current = now();
  const least = previous === null ? 0 : Date.parse(previous) + 1;
  return isoTime(Math.max(current, least));
}
