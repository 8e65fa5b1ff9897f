export type Point = { x: number; y: number };
export type MarkKind = 'arrow' | 'box';
/** A mark on a picture, in its pixels. An arrow points to its end. */
export type Mark = { kind: MarkKind; from: Point; to: Point };
export type Size = { width: number; height: number };

/** How thick a line is on a picture of this size. */
export function thicknessOn({ width, height }: Size): number {
  return Math.max(3, Math.round(Math.max(width, height) / 300));
}

/** Whether a mark is more than a slip of the hand. */
export function isMark({ from, to }: Pick<Mark, 'from' | 'to'>, size: Size): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= 2 * thicknessOn(size);
}

/** Takes a point, returns the nearest on the picture. */
export function keepOn({ x, y }: Point, { width, height }: Size): Point {
  return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
}

/** The two ends of an arrow’s head. */
export function findHead({ from, to }: Pick<Mark, 'from' | 'to'>, length: number): [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const end = (turn: number) => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  });
  return [end(Math.PI / 7), end(-Math.PI / 7)];
}

/** Takes the name of a picture and those that are taken, returns one for the picture that was drawn on. */
export function nameMarked(fileName: string, taken: readonly string[]): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replace(/-marked(-\d+)?$/, '');
  for (let number = 1; ; number += 1) {
    const name = `${stem}-marked${number === 1 ? '' : `-${number}`}.png`;
    if (!taken.includes(name)) return name;
  }
}
