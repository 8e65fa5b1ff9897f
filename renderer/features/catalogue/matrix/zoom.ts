/** In percent; below 80 only ids are shown. */
const zooms = [60, 80, 100, 125, 150, 200];

/** The zoom named in a text; null, as wide as the window, for any other. */
export function readZoom(text: string): number | null {
  return zooms.includes(Number(text)) ? Number(text) : null;
}

/** The next zoom in or out; undefined beyond the last. From the fitted size, to one that shows names, or to the smallest. */
export function findZoom(from: number | null, by: 1 | -1): number | undefined {
  if (from === null) return by === 1 ? 100 : zooms[0];
  return zooms[zooms.indexOf(from) + by];
}
