import type { Room } from '../content/pictures.ts';
import { openSource } from '../content/source.ts';
import { listWrittenPictures } from '../content/written-pictures.ts';
import type { ReportModel } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { type PiecesContent, type SizedImage, toImage, toPicture } from './values.ts';

/** The space of a picture in a text, and whether one that is far too tall for it is cut into pieces. */
export type WrittenRoom = Room & { cuts: boolean };

/** The pictures of the texts of a document. */
export type WrittenPictures = {
  /** The picture with this digest, as large as fits or in pieces, with what the text says of it; null for one that is not shown. */
  open(sha256: string, alt: string, room: WrittenRoom): Promise<SizedImage | PiecesContent | null>;
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
      const bytes = await openWritten(file);
      const title = alt || (file.caption ?? file.file_name);
      if (!room.cuts) return toImage(bytes, title, room);
      return toPicture(bytes, title, room, t('reports.picture.continued', { title }));
    },
    describe: (alt) => t('reports.picture.not_shown', { alt }),
  };
}
