import {
  officeMarkup,
  type ScopeData,
  type Tag,
  type TemplateContext,
  TemplatePlugin,
  type XmlNode,
  xml,
} from 'easy-template-x';
import type { PhrasingContent, RootContent } from 'mdast';
import { isSubheading, textOf, toPhrases, toSafeAddress } from '../../../domain/markdown.ts';
import { toPictureDigest } from '../../../domain/written-pictures.ts';
import { findLoneParagraph } from './block-loop.ts';
import { writePage } from './contents.ts';
import { imageType, writePicture, writePieces } from './drawings/picture.ts';
import type { Media } from './media.ts';
import { bulletList, orderedList } from './numbering.ts';
import { type RichText, toWordText } from './values.ts';
import type { WrittenPictures, WrittenRoom } from './written-pictures.ts';

const linkType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';

/** Look of a run of letters. */
type Look = {
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
  link?: boolean;
  color?: string;
};

/** Inserts texts with paragraphs, lists, tables and links; in a paragraph with other words, inline. */
export class RichPlugin extends TemplatePlugin {
  override readonly contentType = 'rich';
  /** Names of the places that the document has so far. */
  readonly places = new Set<string>();
  readonly #media: Media;
  readonly #pictures: WrittenPictures;

  constructor(media: Media, pictures: WrittenPictures) {
    super();
    this.#media = media;
    this.#pictures = pictures;
  }

  override async simpleTagReplacements(tag: Tag, data: ScopeData, context: TemplateContext): Promise<void> {
    const { blocks, mark, place } = data.getScopeData<never>() as RichText;
    if (tag.placement !== 'TextNode') {
      officeMarkup.modify.removeTag(tag);
      return;
    }
    const run = officeMarkup.query.containingRunNode(tag.xmlTextNode);
    const look = serialise(run.childNodes?.find(({ nodeName }) => nodeName === 'w:rPr'));
    const writer = new Writer(look, mark, this.#writePlace(place), {
      link: (address) => context.currentPart.rels.add(address, linkType, 'External'),
      picture: (sha256, alt, room) => this.#writePicture(context, sha256, alt, room),
      describe: this.#pictures.describe,
      ...findSpace(run),
    });
    const paragraph = findLoneParagraph(tag);
    if (paragraph !== null && blocks.length > 0) {
      const properties = paragraph.childNodes?.find(({ nodeName }) => nodeName === 'w:pPr');
      const written = await writer.writeBlocks(blocks, serialise(properties));
      for (const node of parse(written)) xml.modify.insertBefore(node, paragraph);
      // Word requires a paragraph after a table, always at the end of a cell.
      if (written.endsWith('</w:tbl>')) officeMarkup.modify.removeTag(tag);
      else xml.modify.remove(paragraph);
      return;
    }
    const written = await writer.writeInOne(blocks);
    const text = officeMarkup.query.containingTextNode(tag.xmlTextNode);
    const holdsMore = (run.childNodes ?? []).filter(({ nodeName }) => nodeName !== 'w:rPr').length > 1;
    const [before] = holdsMore ? xml.modify.splitByChild(run, text, true) : [run];
    for (const node of parse(written).reverse()) xml.modify.insertAfter(node, before);
    if (!holdsMore) xml.modify.remove(run);
  }

  /** A picture of the mission's evidence, as the content of a run for each of its pieces; null for one that is not shown. */
  async #writePicture(
    { docx, currentPart }: TemplateContext,
    sha256: string,
    alt: string,
    room: WrittenRoom,
  ): Promise<string[] | null> {
    const image = await this.#pictures.open(sha256, alt, room);
    if (image === null) return null;
    const add = async (bytes: Uint8Array, type: string) =>
      currentPart.rels.add(await this.#media.add(bytes, type, docx.rawZipFile.listFiles()), imageType);
    const nextNumber = () => this.#media.nextDrawing();
    if (image._type === 'pieces') return writePieces(image, add, nextNumber);
    const { source, format, width, height, altText } = image;
    const fill = `<a:blip r:embed="${await add(source, format)}"/>`;
    return [writePicture(nextNumber(), altText ?? '', { width, height, fill })];
  }

  /** Each place is where it comes first. */
  #writePlace(place: RichText['place']): (written: string) => string {
    if (place === undefined) return (written) => written;
    const { name, leads, hasPage } = place;
    const page = hasPage ? writePage(name) : '';
    if (leads)
      return (written) => `<w:hyperlink w:anchor="${name}" w:history="1">${written}${page}</w:hyperlink>`;
    if (this.places.has(name)) return (written) => written;
    this.places.add(name);
    const id = firstPlace + this.places.size;
    return (written) =>
      `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${written}<w:bookmarkEnd w:id="${id}"/>`;
  }
}

/** Ids of places, above those of templates. */
const firstPlace = 1_000_000;

function parse(markup: string): XmlNode[] {
  return [...(xml.parser.parse(`<root>${markup}</root>`).childNodes ?? [])];
}

function serialise(node: XmlNode | undefined): string {
  return node === undefined ? '' : xml.parser.serializeNode(node);
}

/** In pixels: less than the space between the margins, so that a line of text fits on the page of a picture. */
const pictureRoom: WrittenRoom = { width: 600, height: 640, cuts: true };
/** In twentieths of a point: a pixel, and what a cell keeps on its left and right. */
const [unitsOfPixel, cellMargins] = [15, 216];

/** The space of the pictures in a paragraph, which may be in a cell, and whether their pieces begin pages: in a cell nothing does. */
function findSpace(run: XmlNode): Pick<Parts, 'room' | 'beginsPages'> {
  const cell = findAround(run, 'w:tc');
  if (cell === null) return { room: pictureRoom, beginsPages: true };
  const width = Number(readProperty(cell, 'w:tcPr', 'w:tcW')?.['w:w']);
  const isAuto = readProperty(cell, 'w:tcPr', 'w:tcW')?.['w:type'] !== 'dxa' || !(width > 2 * cellMargins);
  return {
    room: {
      width: isAuto ? pictureRoom.width : Math.min(pictureRoom.width, (width - cellMargins) / unitsOfPixel),
      height: pictureRoom.height,
      cuts: readProperty(findAround(cell, 'w:tr'), 'w:trPr', 'w:cantSplit') === null,
    },
    beginsPages: false,
  };
}

function findAround(node: XmlNode, name: string): XmlNode | null {
  let around: XmlNode | undefined = node.parentNode;
  while (around && around.nodeName !== name) around = around.parentNode;
  return around ?? null;
}

/** The attributes of a property; null if the node does not have it. */
function readProperty(node: XmlNode | null, properties: string, name: string): Record<string, string> | null {
  const found = node?.childNodes
    ?.find(({ nodeName }) => nodeName === properties)
    ?.childNodes?.find(({ nodeName }) => nodeName === name);
  return found === undefined ? null : 'attributes' in found ? (found.attributes ?? {}) : {};
}

/** Ends a paragraph before the next piece of a picture. Texts have no such sign: all are written without invisible ones. */
const nextPiece = '\u0001';

/** Writes Word markup. `base` are the properties of the replaced run. */
class Writer {
  readonly #base: string;
  readonly #parts: Parts;
  #room: WrittenRoom;
  #mark: string | undefined;
  #place: (written: string) => string;

  constructor(base: string, mark: string | undefined, place: (written: string) => string, parts: Parts) {
    this.#mark = mark;
    this.#place = place;
    this.#base = base.replace(/^<w:rPr[^>]*\/?>|<\/w:rPr>$/g, '');
    this.#parts = parts;
    this.#room = parts.room;
  }

  async writeBlocks(blocks: readonly RootContent[], properties: string): Promise<string> {
    const written: string[] = [];
    for (const block of blocks) written.push(await this.#block(block, properties));
    return written.join('');
  }

  /** All blocks in one paragraph, with line breaks in between. */
  async writeInOne(blocks: readonly RootContent[]): Promise<string> {
    const lines: string[] = [];
    this.#room = { ...this.#room, cuts: false };
    for (const block of blocks) lines.push(await this.#inline(toPhrases(block), {}));
    return lines.join('<w:r><w:br/></w:r>');
  }

  async #block(block: RootContent, properties: string, level = 0): Promise<string> {
    const paragraph = (content: string, extra = '') =>
      content
        .split(nextPiece)
        .map((part, index) => {
          const own = index === 0 ? addProperties(properties, extra) : this.#continue(properties);
          return `<w:p>${own}${part}</w:p>`;
        })
        .join('');
    switch (block.type) {
      case 'heading':
        return paragraph(
          await this.#inline(block.children, { bold: true, italic: isSubheading(block) }),
          '<w:keepNext/>',
        );
      case 'list': {
        const list = block.ordered ? orderedList(block.start ?? 1) : bulletList;
        const number = `<w:numPr><w:ilvl w:val="${Math.min(level, 2)}"/><w:numId w:val="${list}"/></w:numPr>`;
        const items: string[] = [];
        for (const { children } of block.children) {
          for (const [index, child] of children.entries()) {
            items.push(
              index === 0 && child.type === 'paragraph'
                ? paragraph(await this.#inline(child.children, {}), number)
                : await this.#block(child, properties, level + 1),
            );
          }
        }
        return items.join('');
      }
      case 'blockquote': {
        const inner: string[] = [];
        for (const child of block.children)
          inner.push(await this.#block(child, addProperties(properties, '<w:ind w:left="340"/>')));
        return inner.join('');
      }
      case 'code':
        return paragraph(writeRun(this.#base, block.value, { code: true }));
      case 'table': {
        const columns = Math.max(1, ...block.children.map(({ children }) => children.length));
        const rows: string[] = [];
        const around = this.#room;
        this.#room = { ...around, width: around.width / columns, cuts: false };
        for (const [index, row] of block.children.entries()) {
          const cells: string[] = [];
          for (let at = 0; at < columns; at += 1) {
            const content = await this.#inline(row.children[at]?.children ?? [], { bold: index === 0 });
            cells.push(
              `<w:tc><w:tcPr><w:tcW w:w="${Math.floor(5000 / columns)}" w:type="pct"/></w:tcPr>${paragraph(content)}</w:tc>`,
            );
          }
          rows.push(`<w:tr>${index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`);
        }
        this.#room = around;
        return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${rows.join('')}</w:tbl>`;
      }
      default:
        return paragraph(await this.#inline(toPhrases(block), {}));
    }
  }

  async #inline(phrases: readonly PhrasingContent[], look: Look): Promise<string> {
    const written = this.#mark === undefined ? [] : [writeRun(this.#base, '■ ', { color: this.#mark })];
    const place = this.#place;
    this.#mark = undefined;
    this.#place = (content) => content;
    for (const phrase of phrases) written.push(await this.#phrase(phrase, look));
    return place(written.join(''));
  }

  async #picture(address: string, alt: string, look: Look): Promise<string> {
    const sha256 = toPictureDigest(address);
    if (sha256 === null) return writeRun(this.#base, alt, look);
    // A link can't go on in another paragraph.
    const room = { ...this.#room, cuts: this.#room.cuts && !look.link };
    const pieces = await this.#parts.picture(sha256, alt, room);
    if (pieces === null) return writeRun(this.#base, this.#parts.describe(alt), look);
    return pieces.map((piece) => `<w:r>${piece}</w:r>`).join(nextPiece);
  }

  /** Properties of the paragraph of a further piece. */
  #continue(properties: string): string {
    return addProperties(properties, this.#parts.beginsPages ? '<w:pageBreakBefore/>' : '<w:keepLines/>');
  }

  async #phrase(phrase: PhrasingContent, look: Look): Promise<string> {
    switch (phrase.type) {
      case 'strong':
        return this.#inline(phrase.children, { ...look, bold: true });
      case 'emphasis':
        return this.#inline(phrase.children, { ...look, italic: true });
      case 'delete':
        return this.#inline(phrase.children, { ...look, strike: true });
      case 'inlineCode':
        return writeRun(this.#base, phrase.value, { ...look, code: true });
      case 'break':
        return '<w:r><w:br/></w:r>';
      case 'link': {
        const address = toSafeAddress(phrase.url);
        const content = await this.#inline(phrase.children, { ...look, link: address !== null });
        if (address === null) return `${content}${writeRun(this.#base, ` (${phrase.url})`, look)}`;
        return `<w:hyperlink r:id="${await this.#parts.link(address)}" w:history="1">${content}</w:hyperlink>`;
      }
      case 'image':
        return this.#picture(phrase.url, textOf(phrase), look);
      case 'text':
        return writeRun(this.#base, phrase.value, look);
      default:
        return 'children' in phrase
          ? this.#inline(phrase.children as PhrasingContent[], look)
          : writeRun(this.#base, textOf(phrase), look);
    }
  }
}

/** Parts of a document besides its text, each in markup. */
type Parts = {
  link: (address: string) => Promise<string>;
  picture: (sha256: string, alt: string, room: WrittenRoom) => Promise<string[] | null>;
  describe: WrittenPictures['describe'];
  room: WrittenRoom;
  /** Whether each further piece of a picture is on a page of its own. */
  beginsPages: boolean;
};

const borders = ['top', 'bottom', 'insideH']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="D0D4DA"/>`)
  .join('');

/** Properties of a paragraph have a fixed order: style and keeping come before numbers, and those before the rest. */
function addProperties(properties: string, extra: string): string {
  if (extra === '') return properties;
  const inner = properties.replace(/^<w:pPr[^>]*\/?>|<\/w:pPr>$/g, '');
  const style = /^<w:pStyle[^>]*\/>/.exec(inner)?.[0] ?? '';
  const rest = inner.slice(style.length);
  return extra.startsWith('<w:ind')
    ? `<w:pPr>${style}${rest}${extra}</w:pPr>`
    : `<w:pPr>${style}${extra}${rest.replace(/<w:numPr>.*?<\/w:numPr>|<w:(?:keepNext|keepLines|pageBreakBefore)\/>/g, '')}</w:pPr>`;
}

function writeRun(base: string, text: string, { bold, italic, strike, code, link, color }: Look): string {
  const properties = orderProperties(
    `${base}${code ? '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>' : ''}${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}${strike ? '<w:strike/>' : ''}${link ? '<w:color w:val="1D4ED8"/><w:u w:val="single"/>' : ''}${color === undefined ? '' : `<w:color w:val="${color}"/>`}`,
  );
  const lines = toWordText(text)
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${line}</w:t>`);
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`;
}

/** Names of run properties in the order required by the format. */
const runOrder =
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang'
    .split(' ')
    .map((name) => `w:${name}`);

/** Each property once, with its last value, in the required order. */
function orderProperties(written: string): string {
  const known = new Map(
    [...written.matchAll(/<(w:\w+)[^<>]*\/>/g)].map(([whole, name]) => [name as string, whole]),
  );
  return runOrder.flatMap((name) => known.get(name) ?? []).join('');
}
