import {
  ChartPlugin,
  ImagePlugin,
  type ScopeData,
  type ScopeDataArgs,
  type Tag,
  type TemplateContext,
  TemplateExtension,
  TemplateHandler,
  TextPlugin,
  type XmlNode,
  xml,
} from 'easy-template-x';
import { Asides } from './asides.ts';
import { BlockLoop, readText, removeMarked } from './block-loop.ts';
import { DrawingPlugin, PiecesPlugin } from './drawings/plugins.ts';
import { Later } from './later.ts';
import { type KeepPicture, Media } from './media.ts';
import { RichPlugin } from './rich.ts';
import type { Data } from './values.ts';
import { noPictures, type WrittenPictures } from './written-pictures.ts';

/** Limit of nested tables; no real document has more. */
const deepest = 40;

/** A filled document: its zip without pictures, the parts of its text that are not in there, and the names of its places. */
export type Filled = { document: Buffer; asides: Asides; places: ReadonlySet<string> };

/**
 * Takes a template, its data and the pictures of its texts, returns the document, and hands over each of its pictures. A template runs nothing and accesses
 * only this data. Throws the library's errors for mismatched tags.
 */
export async function fillTemplate(
  template: Buffer,
  data: Data,
  { keep, pictures }: { keep: KeepPicture; pictures: WrittenPictures },
): Promise<Filled> {
  const asides = new Asides();
  const media = new Media(keep);
  const rich = new RichPlugin(media, pictures);
  const document = await openHandler(asides, media, rich).process(template, data as never);
  return { document, asides, places: rich.places };
}

/** The tags of a template, in the order of its parts. */
export function listTags(template: Buffer): Promise<Tag[]> {
  const media = new Media(async () => {});
  return openHandler(new Asides(), media, new RichPlugin(media, noPictures)).parseTags(template);
}

function openHandler(asides: Asides, media: Media, rich: RichPlugin): TemplateHandler {
  const setAside = (root: XmlNode): XmlNode => {
    finish(root);
    return asides.keep(root.childNodes ?? []);
  };
  return new TemplateHandler({
    // Excludes raw XML: a template is filled with texts, pictures and charts.
    plugins: [
      new BlockLoop(setAside),
      new TextPlugin(),
      rich,
      new ImagePlugin(),
      new ChartPlugin(),
      new DrawingPlugin(media),
      new PiecesPlugin(media),
    ],
    maxXmlDepth: deepest,
    scopeDataResolver: resolve as never,
    extensions: { beforeCompilation: [new MediaReplacer(media)], afterCompilation: [new Finisher()] },
  });
}

class MediaReplacer extends TemplateExtension {
  readonly #media: Media;

  constructor(media: Media) {
    super();
    this.#media = media;
  }

  override async execute(_: ScopeData, context: TemplateContext): Promise<void> {
    this.#media.replaceIn(context);
  }
}

/** Finds a name in the innermost scope that has it. Reads only own properties, so that a template can't access inherited ones. */
function resolve({ path, strPath, data }: ScopeDataArgs): unknown {
  const value = find({ strPath, data });
  const tag = path.at(-1);
  const isCondition = typeof tag === 'object' && tag.disposition === 'Open';
  // For a picture or a written text, a condition checks whether it exists.
  return isCondition && typeof value === 'object' && value !== null && !Array.isArray(value) ? true : value;
}

function find({ strPath, data }: Pick<ScopeDataArgs, 'strPath' | 'data'>): unknown {
  const name = strPath.at(-1);
  if (name === undefined) return undefined;
  const places: unknown[] = [data];
  for (const step of strPath.slice(0, -1)) places.push(readOwn(places.at(-1), step));
  for (const place of places.reverse()) {
    const value = Array.isArray(place) ? undefined : readOwn(place, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function readOwn(holder: unknown, name: string): unknown {
  const from = holder instanceof Later ? holder.opened : holder;
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, name)) return undefined;
  return (from as Record<string, unknown>)[name];
}

class Finisher extends TemplateExtension {
  override async execute(_: ScopeData, context: TemplateContext): Promise<void> {
    finish(await context.currentPart.xmlRoot());
  }
}

function finish(root: XmlNode): void {
  removeMarked(root);
  turnParagraphs(root);
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Elements that follow the direction in a paragraph's properties, whose order is fixed. */
const behindDirection = new Set(
  'adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'
    .split(' ')
    .map((name) => `w:${name}`),
);

const hasTab = ({ childNodes = [] }: XmlNode): boolean =>
  childNodes.some(
    ({ nodeName, childNodes: parts = [] }) =>
      nodeName === 'w:r' && parts.some((part) => part.nodeName === 'w:tab'),
  );

/**
 * Paragraphs whose first letter is of a right-to-left script become right-to-left, but not those of heads and feet with tabs, which
 * put a title on one side and the page on the other.
 */
function turnParagraphs(node: XmlNode, isMargin = false): void {
  const inMargin = isMargin || node.nodeName === 'w:hdr' || node.nodeName === 'w:ftr';
  if (node.nodeName !== 'w:p') {
    for (const child of node.childNodes ?? []) turnParagraphs(child, inMargin);
    return;
  }
  if (inMargin && hasTab(node)) return;
  const first = /\p{L}/u.exec(readText(node))?.[0];
  if (first === undefined || !rightToLeft.test(first)) return;
  let properties = node.childNodes?.find(({ nodeName }) => nodeName === 'w:pPr');
  if (properties === undefined) {
    properties = xml.create.generalNode('w:pPr');
    xml.modify.insertChild(node, properties, 0);
  }
  const known = properties.childNodes ?? [];
  if (known.some(({ nodeName }) => nodeName === 'w:bidi')) return;
  const behind = known.findIndex(({ nodeName }) => behindDirection.has(nodeName));
  xml.modify.insertChild(properties, xml.create.generalNode('w:bidi'), behind < 0 ? known.length : behind);
}
