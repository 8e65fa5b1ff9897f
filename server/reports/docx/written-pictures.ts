import type { Room } from '../content/pictures.ts';
import { openSource } from '../content/source.ts';
import { listWrittenPictures } from '../content/written-pictures.ts';
import type { ReportModel } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { type SizedImage, toImage } from './values.ts';

/** The pictures of the texts of a document. */
export type WrittenPictures = {
  /** The picture with this digest, as large as fits, with what the text says of it; null for one that is not shown. */
  open(sha256: string, alt: string, room: Room): Promise<SizedImage | null>;
  /** Words for a picture that is not shown. */
  describe(alt: string): string;
};

/** None of them are shown. */
export const noPictures: WrittenPictures = { open: async () => null, describe: (alt) => alt };

export function openWrittenPictures(
  model: ReportModel,
  openWritten: RenderContext['openWritten'],
): WrittenPictures {
  const known = listWrittenPictures(model);
  const { t } = openSource(model).wording;
  return {
    async open(sha256, alt, room) {
      const file = known.get(sha256);
      if (file === undefined) return null;
      return toImage(await openWritten(file), alt || (file.caption ?? file.file_name), room);
    },
    describe: (alt) => t('reports.picture.not_shown', { alt }),
  };
}
