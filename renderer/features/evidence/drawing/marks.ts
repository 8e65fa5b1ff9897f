export type Point = { x: number; y: number };
/** Marks with two end points: an arrow points to the second, a blur covers the area between. */
type StretchedKind = 'arrow' | 'box' | 'blur';
export type MarkKind = StretchedKind | 'text';
/** A mark on a picture, in its pixels. The shades of a blur depend only on its seed. */
export type Stretched = { kind: StretchedKind; from: Point; to: Point; seed: number };
export type Label = { kind: 'text'; at: Point; text: string };
export type Mark = Stretched | Label;
export type Size = { width: number; height: number };

/** Line width on a picture of this size. */
export function thicknessOn({ width, height }: Size): number {
  return Math.max(3, Math.round(Math.max(width, height) / 300));
}

/** Whether a mark is large enough to be intended. */
export function isMark({ from, to }: Pick<Stretched, 'from' | 'to'>, size: Size): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= 2 * thicknessOn(size);
}

/** Takes a point, returns the nearest one on the picture. */
export function keepOn({ x, y }: Point, { width, height }: Size): Point {
  return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
}

type Tile = { x: number; y: number; size: number; shade: number };

/**
 * The tiles of a blur: opaque, on whole pixels, covering the whole area. Their shades come from the seed and reveal nothing of
 * the picture; from an average, others could guess the original.
 */
export function tileBlur({ from, to, seed }: Omit<Stretched, 'kind'>, size: number): Tile[] {
  const [left, right] = [Math.floor(Math.min(from.x, to.x)), Math.ceil(Math.max(from.x, to.x))];
  const [top, bottom] = [Math.floor(Math.min(from.y, to.y)), Math.ceil(Math.max(from.y, to.y))];
  const tiles: Tile[] = [];
  let state = seed;
  for (let y = top; y < bottom; y += size) {
    for (let x = left; x < right; x += size) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      tiles.push({ x, y, size, shade: 96 + (state >>> 26) });
    }
  }
  return tiles;
}

/** The two ends of an arrow's head. */
export function findHead({ from, to }: Pick<Stretched, 'from' | 'to'>, length: number): [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const end = (turn: number) => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  });
  return [end(Math.PI / 7), end(-Math.PI / 7)];
}

/** Takes the name of a picture and the taken names, returns one for the marked picture. */
export function nameMarked(fileName: string, taken: readonly string[]): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replace(/-marked(-\d+)?$/, '');
  for (let number = 1; ; number += 1) {
    const name = `${stem}-marked${number === 1 ? '' : `-${number}`}.png`;
    if (!taken.includes(name)) return name;
  }
}
