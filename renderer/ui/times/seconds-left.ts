/** Whole seconds left until a moment, 0 once it is past; null for a minute and more. */
export function countSecondsLeft(at: string, now: number): number | null {
  const seconds = Math.ceil((Date.parse(at) - now) / 1000);
  return seconds < 60 ? Math.max(seconds, 0) : null;
}
