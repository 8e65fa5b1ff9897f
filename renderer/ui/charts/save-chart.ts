import { useComputedColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Drawing } from '../../../domain/charts/drawing.ts';
import { toSvg } from '../../../domain/charts/svg.ts';
import { t } from '../../words.ts';
import { saveFile } from '../copy/save-file.ts';

/** High enough for high-density screens and print. */
const scale = 2;

/** Saves a drawing as displayed, in the colours of the scheme. */
export function useSaveChart(drawing: Drawing) {
  const scheme = useComputedColorScheme('light');
  const draw = () => toSvg(drawing, scheme, { heading: true });
  return {
    asSvg: () => saveFile(nameFile(drawing, 'svg'), new Blob([draw()], { type: 'image/svg+xml' })),
    asPng: () =>
      toPng(draw()).then(
        (picture) => saveFile(nameFile(drawing, 'png'), picture),
        (error: Error) => notifications.show({ color: 'red', message: error.message }),
      ),
  };
}

/** Keeps only letters, digits and hyphens of the title. */
function nameFile({ title }: Drawing, ending: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${name === '' ? 'chart' : name}.${ending}`;
}

async function toPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error(t('shared.picture_too_large')));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
