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
import type { Data } from './values.ts';

/** Marks a paragraph that held only a tag; it is removed in the end. */
const mark = 'damson-tag';

/** Loops whose tags are alone in their paragraphs repeat the content in between, and leave no empty paragraphs. */
export class BlockLoop extends LoopPlugin {
  override readonly contentType = LOOP_CONTENT_TYPE;

  override containerTagReplacements(tags: Tag[], data: ScopeData, context: TemplateContext): Promise<void> {
    const open = tags[0];
    const [first, last] = [open, tags.at(-1)].map(findLoneParagraph);
    if (open && first && last && first !== last && first.parentNode === last.parentNode) {
      for (const paragraph of [first, last]) {
        if ('attributes' in paragraph) paragraph.attributes = { ...paragraph.attributes, [mark]: '1' };
      }
      return this.#fillBlock(first, last, data, context);
    }
    return super.containerTagReplacements(tags, data, context);
  }

  /** For each entry only the visible blocks are copied: a section has a few of thirty parts. */
  async #fillBlock(first: XmlNode, last: XmlNode, data: ScopeData, context: TemplateContext): Promise<void> {
    const { childNodes: siblings = [] } = first.parentNode ?? {};
    const [start, end] = [siblings.indexOf(first) + 1, siblings.indexOf(last)];
    const block = siblings.slice(start, end);
    const filled: XmlNode[] = [];
    const fill = async (nodes: readonly XmlNode[]) => {
      const root = xml.create.generalNode('damson-entry');
      adopt(root, [...nodes]);
      await this.utilities.compiler.compile(root, data, context);
      for (const node of root.childNodes ?? []) filled.push(node);
    };
    const value = data.getScopeData<never>() as readonly Data[] | unknown;
    if (Array.isArray(value)) {
      for (const [index, entry] of (value as readonly Data[]).entries()) {
        data.pathPush(index);
        await fill(listShown(block, entry).map((node) => xml.create.cloneNode(node, true)));
        data.pathPop();
      }
    } else if (value) {
      // A condition has no scope of its own.
      const condition = data.pathPop();
      await fill(block);
      data.pathPush(condition);
    }
    if (first.parentNode) {
      adopt(first.parentNode, [...siblings.slice(0, start), ...filled, ...siblings.slice(end)]);
    }
  }
}

/** Gives a node these children, all at once: one by one takes minutes with thousands. */
function adopt(parent: XmlNode, children: XmlNode[]): void {
  parent.childNodes = children;
  for (const [index, child] of children.entries()) {
    child.parentNode = parent;
    child.nextSibling = children[index + 1] as XmlNode;
  }
}

/** Nodes of a block without conditions that an entry doesn't meet. */
function listShown(block: readonly XmlNode[], entry: Data): XmlNode[] {
  const shown: XmlNode[] = [];
  for (let at = 0; at < block.length; at += 1) {
    const node = block[at] as XmlNode;
    const name = readLoneTag(node, '#');
    const value = name !== null && Object.hasOwn(entry, name) ? entry[name] : true;
    const end = value ? null : findEnd(block, at);
    if (end === null) shown.push(node);
    else at = end;
  }
  return shown;
}

/** The position of the closing tag for one at a position; null when they don't match. */
function findEnd(block: readonly XmlNode[], start: number): number | null {
  let depth = 0;
  for (let at = start; at < block.length; at += 1) {
    const node = block[at] as XmlNode;
    if (readLoneTag(node, '#') !== null) depth += 1;
    if (readLoneTag(node, '/') !== null) depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

/** Name in an opening or closing tag, if the tag is the whole paragraph. */
function readLoneTag(node: XmlNode, kind: '#' | '/'): string | null {
  if (node.nodeName !== 'w:p') return null;
  const text = readText(node).trim();
  return text.startsWith(`{${kind}`) && text.endsWith('}') && text.indexOf('{', 1) === -1
    ? text.slice(2, -1).trim()
    : null;
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

/** Removes the paragraphs that held only tags. */
export function removeMarked(node: XmlNode): void {
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
