/** A time span, in milliseconds. */
export type Span = { from: number; to: number };

const shortest = 2 * 60_000;

/** The span from the first to the last of these ordered times; null if there are none. */
export function spanOf(times: readonly number[]): Span | null {
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? null : { from: first, to: last };
}

export const mayZoomIn = ({ from, to }: Span) => to - from > shortest;

/** Half of the visible span, around its middle, or around the nearest time if half of it would be empty. */
export function zoomIn({ from, to }: Span, times: readonly number[]): Span {
  const half = Math.max(shortest, (to - from) / 2);
  const middle = (from + to) / 2;
  const around = (at: number): Span => ({ from: at - half / 2, to: at + half / 2 });
  if (times.some((at) => Math.abs(at - middle) <= half / 2)) return around(middle);
  const nearest = times.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best));
  return around(nearest);
}

/** Twice the visible span; null for everything. */
export function zoomOut({ from, to }: Span, whole: Span): Span | null {
  const more = (to - from) / 2;
  const wider = { from: Math.max(whole.from, from - more), to: Math.min(whole.to, to + more) };
  return wider.from <= whole.from && wider.to >= whole.to ? null : wider;
}

/** Moves by half of the visible span, forward or back, at least to the next time; null if there is none. */
export function move({ from, to }: Span, times: readonly number[], way: 'earlier' | 'later'): Span | null {
  const wide = to - from;
  if (way === 'later') {
    const next = times.find((at) => at > to);
    if (next === undefined) return null;
    const end = Math.max(to + wide / 2, next + Math.min(wide / 10, shortest));
    return { from: end - wide, to: end };
  }
  const before = times.findLast((at) => at < from);
  if (before === undefined) return null;
  const start = Math.min(from - wide / 2, before - Math.min(wide / 10, shortest));
  return { from: start, to: start + wide };
}
