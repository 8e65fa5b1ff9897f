/** Milliseconds since the epoch; comes in from outside so that a test can step it back. */
export type Now = () => number;

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The time of a write that follows `previous`: now, or one millisecond later than it when the clock stepped back. */
export function timeAfter(previous: string | null, now: Now): string {
  const current = now();
  const least = previous === null ? 0 : Date.parse(previous) + 1;
  return isoTime(Math.max(current, least));
}
