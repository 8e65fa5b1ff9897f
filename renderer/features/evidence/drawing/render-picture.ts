import { largestEvidence } from '../../../../domain/limits.ts';
import { t } from '../../../words.ts';
import { drawMarks } from './draw-marks.ts';
import type { Mark, Size } from './marks.ts';

/** Paints a picture and its marks on a canvas of its size. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, marks: readonly Mark[]): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  drawMarks(context, marks, picture);
}

/** The picture with its marks as a PNG, scaled down until the server accepts it. */
export async function renderPicture(
  picture: ImageBitmap,
  marks: readonly Mark[],
  name: string,
): Promise<File> {
  const whole = makeCanvas(picture);
  paint(whole, picture, marks);
  for (let scale = 1; ; scale *= 0.75) {
    // Scales the painted picture, so that nothing below a blur is mixed in at its edge.
    const canvas = scale === 1 ? whole : shrink(whole, scale);
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (bytes === null) throw new Error(t('evidence.draw.too_large'));
    if (bytes.size <= largestEvidence) return new File([bytes], name, { type: 'image/png' });
  }
}

function makeCanvas({ width, height }: Size): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height });
}

function shrink(whole: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = makeCanvas({ width: toPixels(whole.width), height: toPixels(whole.height) });
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height);
  return canvas;
}
