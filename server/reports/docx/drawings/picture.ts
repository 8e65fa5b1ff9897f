import type { Room } from '../../content/pictures.ts';
import type { PiecesContent } from '../values.ts';

export const imageType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';
const names = 'http://schemas.openxmlformats.org/drawingml/2006';
const unitsOfPixel = 9525;

/** Ids count down from here: those of the template and of the library count up. */
const lastId = 2_000_000_000;

/** Takes the number of a drawing, its alternative text in markup, its size in pixels and its fill; returns it as the content of a run. */
export function writePicture(
  number: number,
  alt: string,
  { width, height, fill }: Room & { fill: string },
): string {
  const id = lastId - number;
  const [cx, cy] = [width, height].map((side) => Math.round(side * unitsOfPixel));
  const name = `Drawing ${number}`;
  return `<w:drawing><wp:inline xmlns:wp="${names}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:docPr id="${id}" name="${name}" descr="${alt}"/><wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${names}/main" noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic xmlns:a="${names}/main"><a:graphicData uri="${names}/picture"><pic:pic xmlns:pic="${names}/picture"><pic:nvPicPr><pic:cNvPr id="${id}" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${fill}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
}

/**
 * Takes the pieces of a picture, returns for each the content of a run, which says from the second on that the picture goes on; `add` takes
 * the picture and its type, returns its relationship.
 */
export async function writePieces(
  { source, format, altText, continued, pieces }: PiecesContent,
  add: (bytes: Uint8Array, type: string) => Promise<string>,
  nextNumber: () => number,
): Promise<string[]> {
  const picture = await add(source, format);
  return pieces.map(({ above, below, ...size }, index) => {
    const [top, bottom] = [above, below].map((share) => Math.round(share * 100_000));
    const fill = `<a:blip r:embed="${picture}"/><a:srcRect t="${top}" b="${bottom}"/>`;
    const piece = writePicture(nextNumber(), index === 0 ? altText : continued, { ...size, fill });
    return index === 0 ? piece : `<w:t>${continued}</w:t><w:br/>${piece}`;
  });
}
