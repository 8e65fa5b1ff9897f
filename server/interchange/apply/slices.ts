/** Rows of a slice, and how long one should take: others write between two. Fewer than `least` would only make the history longer. */
const bounds = { most: 200, first: 25, least: 10, milliseconds: 25 };

export const firstSlice = bounds.first;

/** Takes how many rows the last slice had and how long it took, in milliseconds; returns how many the next should have. */
export function sizeNextSlice(size: number, took: number): number {
  const wanted = Math.round((size * bounds.milliseconds) / took);
  return Math.max(bounds.least, Math.min(bounds.most, 2 * size, wanted));
}
