import type { Room } from '../../content/pictures.ts';

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
