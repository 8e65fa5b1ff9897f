import {
  findHead,
  type Label,
  type Mark,
  type Size,
  type Stretched,
  thicknessOn,
  tileBlur,
} from './marks.ts';

/** A colour that belongs to neither side and differs from most screens; the rim sets it off from the picture. */
const ink = '#d6006e';
const rim = '#ffffff';

/** Draws marks over the canvas, in order. */
export function drawMarks(context: CanvasRenderingContext2D, marks: readonly Mark[], size: Size): void {
  const thickness = thicknessOn(size);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const mark of marks) {
    if (mark.kind === 'text') write(context, mark, size);
    else if (mark.kind === 'blur') cover(context, mark, thickness * 4);
    else stroke(context, mark, thickness);
  }
}

function stroke(context: CanvasRenderingContext2D, mark: Stretched, thickness: number): void {
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

function trace(context: CanvasRenderingContext2D, mark: Stretched, thickness: number): void {
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

function cover(context: CanvasRenderingContext2D, blur: Stretched, tileSize: number): void {
  const right = Math.ceil(Math.max(blur.from.x, blur.to.x));
  const bottom = Math.ceil(Math.max(blur.from.y, blur.to.y));
  for (const { x, y, size, shade } of tileBlur(blur, tileSize)) {
    context.fillStyle = `rgb(${shade} ${shade} ${shade})`;
    context.fillRect(x, y, Math.min(size, right - x), Math.min(size, bottom - y));
  }
}

/** Keeps the text on the picture: moves it from the right and lower edge, and shrinks it if it is too long. */
function write(context: CanvasRenderingContext2D, { at, text }: Label, size: Size): void {
  const wanted = thicknessOn(size) * 7;
  const font = (pixels: number) => ['600', `${pixels}px`, 'sans-serif'].join(' ');
  context.font = font(wanted);
  const room = size.width - 2 * thicknessOn(size);
  const pixels = Math.max(8, Math.min(wanted, (wanted * room) / context.measureText(text).width));
  context.font = font(pixels);
  context.textBaseline = 'top';
  const x = Math.max(0, Math.min(at.x, size.width - context.measureText(text).width));
  const y = Math.max(0, Math.min(at.y, size.height - pixels * 1.2));
  context.strokeStyle = rim;
  context.lineWidth = pixels / 4;
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}
