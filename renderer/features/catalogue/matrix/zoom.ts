/** In percent; below 80 only ids are shown. */
const zooms = [60, 80, 100, 125, 150, 200];

/** Takes a text, returns the zoom; null, which fits the window's width, for any other text. */
export function readZoom(text: string): number | null {
  return zooms.includes(Number(text)) ? Number(text) : null;
}

/**
 * The next zoom in or out; undefined beyond the last. From the fitted size, zooming in goes to 100, which shows names, and
 * zooming out to the smallest.
 */
export function findZoom(from: number | null, by: 1 | -1): number | undefined {
  if (from === null) return by === 1 ? 100 : zooms[0];
  return zooms[zooms.indexOf(from) + by];
}
