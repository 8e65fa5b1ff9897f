import {
  LOOP_CONTENT_TYPE,
  LoopPlugin,
  officeMarkup,
  type ScopeData,
  type Tag,
  type TemplateContext,
  type XmlNode,
  xml,
} from 'easy-template-x';
import { Later } from './later.ts';
import type { Data } from './values.ts';

/** Marks a paragraph that held only a tag, to be removed in the end. */
const mark = 'damson-tag';
/** Style of the further lines of a cell. */
const quietCell = 'CellQuiet';
/** Style of its first line. */
const cellStyle = 'Cell';

/** Loops whose tags are alone in their paragraphs repeat the content in between, without leaving empty paragraphs. */
export class BlockLoop extends LoopPlugin {
  override readonly contentType = LOOP_CONTENT_TYPE;
  readonly #setAside: (root: XmlNode) => XmlNode;

  /** `setAside` takes finished nodes below a root, returns the node that stands for them. */
  constructor(setAside: (root: XmlNode) => XmlNode) {
    super();
    this.#setAside = setAside;
  }

  override async containerTagReplacements(
    tags: Tag[],
    data: ScopeData,
    context: TemplateContext,
  ): Promise<void> {
    const open = tags[0];
    const [first, last] = [open, tags.at(-1)].map(findLoneParagraph);
    if (open && first && last && first !== last && first.parentNode === last.parentNode) {
      for (const paragraph of [first, last]) {
        if ('attributes' in paragraph) paragraph.attributes = { ...paragraph.attributes, [mark]: '1' };
      }
      return this.#fillBlock(first, last, data, context);
    }
    const later = listLater(data.getScopeData<never>());
    for (const entry of later) await entry.open();
    await super.containerTagReplacements(tags, data, context);
    for (const entry of later) entry.close();
  }

  /** For each entry only its visible blocks are copied: a section has only a few of the thirty parts. */
  async #fillBlock(first: XmlNode, last: XmlNode, data: ScopeData, context: TemplateContext): Promise<void> {
    const { childNodes: siblings = [] } = first.parentNode ?? {};
    const [start, end] = [siblings.indexOf(first) + 1, siblings.indexOf(last)];
    const block = siblings.slice(start, end);
    const shape = readShape(block, first.parentNode?.nodeName === 'w:tc');
    const filled: XmlNode[] = [];
    const isAside = context.currentPart === context.docx.mainDocument;
    const fill = async (nodes: readonly XmlNode[]) => {
      const root = xml.create.generalNode('damson-entry');
      adopt(root, [...nodes]);
      await this.utilities.compiler.compile(root, data, context);
      return root;
    };
    const add = (root: XmlNode) => {
      for (const node of root.childNodes ?? []) filled.push(node);
    };
    const value = data.getScopeData<never>() as readonly (Data | Later<Data>)[] | unknown;
    if (Array.isArray(value)) {
      for (const [index, entry] of (value as readonly (Data | Later<Data>)[]).entries()) {
        const opened = entry instanceof Later ? await entry.open() : entry;
        data.pathPush(index);
        const root = await fill(
          listShown(block, shape, opened).map((node) => xml.create.cloneNode(node, true)),
        );
        data.pathPop();
        if (entry instanceof Later) entry.close();
        if (entry instanceof Later && isAside) filled.push(this.#setAside(root));
        else add(root);
      }
    } else if (value) {
      // A condition has no scope of its own.
      const condition = data.pathPop();
      add(await fill(block));
      data.pathPush(condition);
    }
    if (first.parentNode) {
      adopt(first.parentNode, [...siblings.slice(0, start), ...filled, ...siblings.slice(end)]);
    }
  }
}

function listLater(value: unknown): Later<Data>[] {
  return Array.isArray(value) ? value.filter((entry) => entry instanceof Later) : [];
}

/** Sets all children of a node at once: adding thousands one by one takes minutes. */
function adopt(parent: XmlNode, children: XmlNode[]): void {
  parent.childNodes = children;
  for (const [index, child] of children.entries()) {
    child.parentNode = parent;
    child.nextSibling = children[index + 1] as XmlNode;
  }
}

/** An opening tag that is a whole paragraph of a block, by its position. */
type Opening = { name: string; end: number };
type Shape = { openings: ReadonlyMap<number, Opening>; isCell: boolean };

/** Takes a block, which has the same shape for every entry. */
function readShape(block: readonly XmlNode[], isCell: boolean): Shape {
  const openings = new Map<number, Opening>();
  const open: [at: number, name: string][] = [];
  for (const [at, node] of block.entries()) {
    const tag = readLoneTag(node);
    if (tag?.kind === '#') open.push([at, tag.name]);
    const opened = tag?.kind === '/' ? open.pop() : undefined;
    if (opened !== undefined) openings.set(opened[0], { name: opened[1], end: at });
  }
  return { openings, isCell };
}

/**
 * The nodes of a block without conditions that the entry does not meet. The tags of those that it meets go too, except in cells, which have
 * to end with a paragraph: filling what is between by itself would read all of it once more. Inner lists have scopes of their own.
 */
function listShown(block: readonly XmlNode[], { openings, isCell }: Shape, entry: Data): XmlNode[] {
  const left = new Set<number>();
  const shown: XmlNode[] = [];
  for (let at = 0; at < block.length; at += 1) {
    if (left.has(at)) continue;
    const { name, end } = openings.get(at) ?? { name: null, end: at };
    const value = name !== null && Object.hasOwn(entry, name) ? entry[name] : null;
    if (name === null) shown.push(block[at] as XmlNode);
    else if (!Object.hasOwn(entry, name) || Array.isArray(value) || (value && isCell)) {
      shown.push(...block.slice(at, end + 1));
      at = end;
    } else if (value) left.add(end);
    else at = end;
  }
  return shown;
}

/** An opening or closing tag that is the whole paragraph. */
function readLoneTag(node: XmlNode): { kind: '#' | '/'; name: string } | null {
  if (node.nodeName !== 'w:p') return null;
  const [, kind, name] = /^\{([#/])([^{}]*)\}$/.exec(readText(node).trim()) ?? [];
  return name === undefined ? null : { kind: kind as '#' | '/', name: name.trim() };
}

/** The paragraph that holds only this tag, else null. */
export function findLoneParagraph(tag: Tag | undefined): XmlNode | null {
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

export function readText(node: XmlNode): string {
  if ('textContent' in node) return node.textContent ?? '';
  return (node.childNodes ?? []).map(readText).join('');
}

/** Removes the paragraphs that held only tags, and lines of cells without a text: quiet ones, and the first if others have one. */
export function removeMarked(node: XmlNode): void {
  const { childNodes = [] } = node;
  for (const child of childNodes) removeMarked(child);
  const isCell = node.nodeName === 'w:tc';
  const hasText = isCell && childNodes.some((child) => !isMarked(child) && readText(child) !== '');
  const isGone = (child: XmlNode) =>
    isMarked(child) ||
    (isCell && isIdle(child, quietCell)) ||
    (hasText && child === childNodes[0] && isIdle(child, cellStyle));
  if (!childNodes.some(isGone)) return;
  const kept = childNodes.filter((child) => !isGone(child));
  // A cell has to end with a paragraph.
  const end = childNodes.at(-1);
  if (isCell && kept.at(-1)?.nodeName !== 'w:p' && end && 'attributes' in end) {
    delete end.attributes?.[mark];
    kept.push(end);
  }
  for (const [index, child] of kept.entries()) child.nextSibling = kept[index + 1] as XmlNode;
  node.childNodes = kept;
}

/** A line of a cell in this style that has no text in this row. */
function isIdle(node: XmlNode, named: string): boolean {
  if (node.nodeName !== 'w:p' || holdsMore(node) || readText(node) !== '') return false;
  const properties = node.childNodes?.find(({ nodeName }) => nodeName === 'w:pPr');
  const style = properties?.childNodes?.find(({ nodeName }) => nodeName === 'w:pStyle');
  return style !== undefined && 'attributes' in style && style.attributes?.['w:val'] === named;
}

function isMarked(node: XmlNode): boolean {
  return 'attributes' in node && node.attributes?.[mark] !== undefined;
}
