import { largestEvidence } from '../../../../domain/limits.ts';
import { t } from '../../../words.ts';
import { drawMarks } from './draw-marks.ts';
import type { Mark } from './marks.ts';

/** Paints a picture and its marks. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, marks: readonly Mark[]): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  context.save();
  context.scale(canvas.width / picture.width, canvas.height / picture.height);
  drawMarks(context, marks, picture);
  context.restore();
}

/** The picture with its marks as a PNG, made smaller as long as the server would not take it. */
export async function renderPicture(
  picture: ImageBitmap,
  marks: readonly Mark[],
  name: string,
): Promise<File> {
  for (let scale = 1; ; scale *= 0.75) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    paint(canvas, picture, marks);
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (bytes === null) throw new Error(t('evidence.draw.too_large'));
    if (bytes.size <= largestEvidence) return new File([bytes], name, { type: 'image/png' });
  }
}
