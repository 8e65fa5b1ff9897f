/**
 * Rows of a slice, and its intended duration: others write between slices. Fewer than `least` would only lengthen the history.
 */
const bounds = { most: 200, first: 25, least: 10, milliseconds: 25 };

export const firstSlice = bounds.first;

/** Takes the rows of the last slice and its duration in milliseconds; returns the number of rows for the next. */
export function sizeNextSlice(size: number, took: number): number {
  const wanted = Math.round((size * bounds.milliseconds) / took);
  return Math.max(bounds.least, Math.min(bounds.most, 2 * size, wanted));
}
