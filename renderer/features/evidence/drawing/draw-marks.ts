import { findHead, type Mark, type Size, thicknessOn } from './marks.ts';

/** Neither of the two sides, and told from most screens; the rim tells it from the rest. */
const ink = '#d6006e';
const rim = '#ffffff';

/** Draws marks over what is on the canvas. */
export function drawMarks(context: CanvasRenderingContext2D, marks: readonly Mark[], size: Size): void {
  const thickness = thicknessOn(size);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const mark of marks) {
    for (const [color, width] of [
      [rim, thickness * 2],
      [ink, thickness],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      trace(context, mark, thickness);
      context.stroke();
    }
  }
}

function trace(context: CanvasRenderingContext2D, mark: Mark, thickness: number): void {
  const { kind, from, to } = mark;
  if (kind === 'box') {
    context.rect(from.x, from.y, to.x - from.x, to.y - from.y);
    return;
  }
  const [left, right] = findHead(mark, thickness * 6);
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.moveTo(left.x, left.y);
  context.lineTo(to.x, to.y);
  context.lineTo(right.x, right.y);
}
