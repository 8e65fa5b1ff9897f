import {
  officeMarkup,
  type ScopeData,
  type Tag,
  type TemplateContext,
  TemplatePlugin,
  type XmlNode,
  xml,
} from 'easy-template-x';
import { toSvg } from '../../../../domain/charts/svg.ts';
import type { Media } from '../media.ts';
import { type DrawingContent, toMarkup } from '../values.ts';
import { toEmf } from './emf.ts';
import { imageType, writePicture, writePieces } from './picture.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** In pixels: the space between the margins of an A4 page. */
const room = { width: 642, height: 850 };

/** Puts pictures in the place of a tag that stands in a text. */
abstract class PicturesPlugin extends TemplatePlugin {
  readonly #media: Media;

  constructor(media: Media) {
    super();
    this.#media = media;
  }

  /**
   * Takes the value of a tag, returns the content of a run, and of one for each further page; `add` takes a picture and its type, returns
   * its relationship.
   */
  protected abstract write(
    value: never,
    add: (bytes: Uint8Array, type: string) => Promise<string>,
    nextNumber: () => number,
  ): Promise<string[]>;

  override async simpleTagReplacements(tag: Tag, data: ScopeData, context: TemplateContext): Promise<void> {
    if (tag.placement === 'TextNode') {
      const add = async (bytes: Uint8Array, type: string) => {
        const path = await this.#media.add(bytes, type, context.docx.rawZipFile.listFiles());
        return context.currentPart.rels.add(path, imageType);
      };
      const [written = '', ...others] = await this.write(data.getScopeData<never>(), add, () =>
        this.#media.nextDrawing(),
      );
      const place = officeMarkup.query.containingTextNode(tag.xmlTextNode);
      for (const node of parseAll(written).reverse()) xml.modify.insertAfter(node, place);
      const paragraph = officeMarkup.query.containingParagraphNode(tag.xmlTextNode);
      for (const other of others.reverse()) xml.modify.insertAfter(onNextPage(paragraph, other), paragraph);
    }
    officeMarkup.modify.removeTag(tag);
  }
}

function parseAll(content: string): XmlNode[] {
  return [...(xml.parser.parse(`<root xmlns:w="${main}">${content}</root>`).childNodes ?? [])];
}

/** Takes a paragraph, returns one like it with this run at the top of the next page. */
function onNextPage(like: XmlNode, run: string): XmlNode {
  const style = like.childNodes
    ?.find(({ nodeName }) => nodeName === 'w:pPr')
    ?.childNodes?.find(({ nodeName }) => nodeName === 'w:pStyle');
  const [paragraph] = parseAll(`<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r>${run}</w:r></w:p>`);
  const properties = paragraph?.childNodes?.[0];
  if (paragraph === undefined || properties === undefined) throw new Error('a paragraph without properties');
  if (style !== undefined) xml.modify.insertChild(properties, xml.create.cloneNode(style, true), 0);
  return paragraph;
}

/** Inserts charts as SVG, with an Enhanced Metafile for programs that show none. */
export class DrawingPlugin extends PicturesPlugin {
  override readonly contentType = 'drawing';

  protected override async write(
    { drawing }: DrawingContent,
    add: (bytes: Uint8Array, type: string) => Promise<string>,
    nextNumber: () => number,
  ): Promise<string[]> {
    const { title, description, width, height } = drawing;
    const metafile = await add(toEmf(drawing), 'image/x-emf');
    // Nothing of a printed drawing can be pointed at.
    const svg = await add(Buffer.from(toSvg({ ...drawing, targets: [] }, 'paper')), 'image/svg+xml');
    const scale = Math.min(1, room.width / width, room.height / height);
    const picture = writePicture(nextNumber(), toMarkup(`${title}. ${description}`), {
      width: width * scale,
      height: height * scale,
      fill: `<a:blip r:embed="${metafile}"><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${svg}"/></a:ext></a:extLst></a:blip>`,
    });
    return [picture];
  }
}

/** Inserts the pieces of a tall picture, each on a page of its own. */
export class PiecesPlugin extends PicturesPlugin {
  override readonly contentType = 'pieces';

  protected override write = writePieces;
}
