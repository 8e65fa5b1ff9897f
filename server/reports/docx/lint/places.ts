import type { Tag, XmlNode } from 'easy-template-x';
import { readText } from '../block-loop.ts';

const mostShown = 24;

/** First words of a paragraph, and its page; the page is null in page headers and footers. */
type Place = { page: number | null; words: string };

/** Suggestion for an unknown tag: a similar name, or the list that contains it. */
export type Hint = { nearest: string } | { within: string } | null;

/** Takes the fault of a template's tag, and a hint; returns it with the place of the paragraph. */
export function tellPlace(tag: Tag, message: string, hint: Hint = null): string {
  const { page, words } = findPlace(tag.placement === 'TextNode' ? tag.xmlTextNode : tag.xmlNode);
  if (hint !== null && 'nearest' in hint) {
    return page === null
      ? `${message}; the nearest name is ${hint.nearest} (head or foot of the pages, “${words}”)`
      : `${message}; the nearest name is ${hint.nearest} (page ${page}, “${words}”)`;
  }
  if (hint !== null) {
    return page === null
      ? `${message}; it stands within ${hint.within} (head or foot of the pages, “${words}”)`
      : `${message}; it stands within ${hint.within} (page ${page}, “${words}”)`;
  }
  return page === null
    ? `${message} (head or foot of the pages, “${words}”)`
    : `${message} (page ${page}, “${words}”)`;
}

function findPlace(node: XmlNode): Place {
  const line = [...climb(node)];
  const paragraph = line.find(isParagraph) ?? node;
  const inBody = line.some(({ nodeName }) => nodeName === 'w:body');
  return {
    page: inBody ? countPages(line.at(-1) ?? node, paragraph) : null,
    words: shorten(readText(paragraph)),
  };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > mostShown ? `${line.slice(0, mostShown).trimEnd()}…` : line;
}

/** Word and LibreOffice mark page starts in their last layout; without these marks, only manual breaks are known. */
function countPages(root: XmlNode, paragraph: XmlNode): number {
  let [noted, broken] = [1, 1];
  for (const node of listNodes(root)) {
    if (node === paragraph) break;
    if (node.nodeName === 'w:lastRenderedPageBreak') noted += 1;
    if (node.nodeName === 'w:br' && 'attributes' in node && node.attributes?.['w:type'] === 'page')
      broken += 1;
  }
  return Math.max(noted, broken);
}

const isParagraph = ({ nodeName }: XmlNode): boolean => nodeName === 'w:p' || nodeName === 'a:p';

function* climb(node: XmlNode): Generator<XmlNode> {
  for (let place: XmlNode | undefined = node; place; place = place.parentNode) yield place;
}

function* listNodes(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.childNodes ?? []) yield* listNodes(child);
}
