import {
  ChartPlugin,
  ImagePlugin,
  LOOP_CONTENT_TYPE,
  LoopPlugin,
  officeMarkup,
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
import type { Data } from './values.ts';

/** Says of a paragraph that it held nothing but a tag; it is taken out in the end. */
const mark = 'damson-tag';

/** Room for tables in tables; deeper ones are nobody's document. */
const deepest = 40;

type Resolve = (args: ScopeDataArgs) => unknown;

/**
 * Takes a template and what to fill it with, returns the document. A template runs nothing and reaches nothing but this data. Throws
 * what the library says of tags that don't fit together.
 */
export function fillTemplate(template: Buffer, data: Data): Promise<Buffer> {
  return openHandler(resolve).process(template, data as never);
}

/** The tags of a template, in the order of its parts. */
export function listTags(template: Buffer): Promise<Tag[]> {
  return openHandler(resolve).parseTags(template);
}

/** Tries a template with values that `answer` gives for its tags. */
export function tryTemplate(template: Buffer, answer: Resolve): Promise<Buffer> {
  return openHandler(answer).process(template, {});
}

function openHandler(scopeDataResolver: Resolve): TemplateHandler {
  return new TemplateHandler({
    // No raw XML and no links: a template is filled with texts, pictures and charts.
    plugins: [new BlockLoop(), new TextPlugin(), new ImagePlugin(), new ChartPlugin()],
    maxXmlDepth: deepest,
    scopeDataResolver: scopeDataResolver as never,
    extensions: { afterCompilation: [new Finisher()] },
  });
}

/** Finds a name in the innermost place that has it. Own properties alone: a template can't reach what every object has. */
function resolve({ strPath, data }: ScopeDataArgs): unknown {
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

function readOwn(from: unknown, name: string): unknown {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, name)) return undefined;
  return (from as Record<string, unknown>)[name];
}

/** Loops whose tags stand alone in their paragraphs repeat what is between, and leave no empty paragraphs. */
class BlockLoop extends LoopPlugin {
  override readonly contentType = LOOP_CONTENT_TYPE;

  override containerTagReplacements(tags: Tag[], data: ScopeData, context: TemplateContext): Promise<void> {
    const open = tags[0];
    const paragraphs = [open, tags.at(-1)].map(findLoneParagraph);
    const [first, last] = paragraphs;
    if (open && first && last && first !== last && first.parentNode === last.parentNode) {
      for (const paragraph of [first, last]) {
        if ('attributes' in paragraph) paragraph.attributes = { ...paragraph.attributes, [mark]: '1' };
      }
      open.options = { ...open.options, loopOver: 'paragraph' };
    }
    return super.containerTagReplacements(tags, data, context);
  }
}

/** The paragraph of a tag that is all that stands in it, else null. */
function findLoneParagraph(tag: Tag | undefined): XmlNode | null {
  if (tag?.placement !== 'TextNode') return null;
  const paragraph = officeMarkup.query.containingParagraphNode(tag.xmlTextNode);
  if (!paragraph || holdsMore(paragraph)) return null;
  return readText(paragraph).trim() === tag.rawText ? paragraph : null;
}

function holdsMore(node: XmlNode): boolean {
  return (
    ['w:drawing', 'w:pict', 'w:object', 'w:fldChar', 'w:sectPr'].includes(node.nodeName) ||
    (node.childNodes ?? []).some(holdsMore)
  );
}

function readText(node: XmlNode): string {
  if ('textContent' in node) return node.textContent ?? '';
  return (node.childNodes ?? []).map(readText).join('');
}

class Finisher extends TemplateExtension {
  override async execute(_: ScopeData, context: TemplateContext): Promise<void> {
    const root = await context.currentPart.xmlRoot();
    removeMarked(root);
    turnParagraphs(root);
  }
}

function removeMarked(node: XmlNode): void {
  const { childNodes = [] } = node;
  for (const child of childNodes) removeMarked(child);
  if (!childNodes.some(isMarked)) return;
  const kept = childNodes.filter((child) => !isMarked(child));
  // A cell has to end with a paragraph.
  const end = childNodes.at(-1);
  if (node.nodeName === 'w:tc' && kept.at(-1)?.nodeName !== 'w:p' && end && 'attributes' in end) {
    delete end.attributes?.[mark];
    kept.push(end);
  }
  for (const [index, child] of kept.entries()) child.nextSibling = kept[index + 1] as XmlNode;
  node.childNodes = kept;
}

function isMarked(node: XmlNode): boolean {
  return 'attributes' in node && node.attributes?.[mark] !== undefined;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Elements after the direction of a paragraph in its properties, which have an order. */
const behindDirection = new Set(
  'adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'
    .split(' ')
    .map((name) => `w:${name}`),
);

/** Paragraphs whose first letter is of a script that is read from right to left are read so. */
function turnParagraphs(node: XmlNode): void {
  if (node.nodeName !== 'w:p') {
    for (const child of node.childNodes ?? []) turnParagraphs(child);
    return;
  }
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
