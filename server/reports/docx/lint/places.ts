import type { Tag, XmlNode } from 'easy-template-x';
import { readText } from '../block-loop.ts';

const mostShown = 24;

/** Where a paragraph stands, and its first words. The page is null below a heading, and in page headers and footers. */
type Place = { page: number | null; heading: string | null; isChart: boolean; words: string };

/** Suggestion for an unknown tag: a similar name, or the list that contains it. */
export type Hint = { nearest: string } | { within: string } | null;

/** Takes the fault of a template's tag, and a hint; returns it with the place of the paragraph. */
export function tellPlace(tag: Tag, message: string, hint: Hint = null): string {
  const { page, heading, isChart, words } = findPlace(
    tag.placement === 'TextNode' ? tag.xmlTextNode : tag.xmlNode,
  );
  const told = tellHint(message, hint);
  if (isChart) return `${told} (title of a chart, “${words}”)`;
  if (heading !== null) return `${told} (below “${heading}”, “${words}”)`;
  return page === null
    ? `${told} (head or foot of the pages, “${words}”)`
    : `${told} (page ${page}, “${words}”)`;
}

function tellHint(message: string, hint: Hint): string {
  if (hint === null) return message;
  return 'nearest' in hint
    ? `${message}; the nearest name is ${hint.nearest}`
    : `${message}; it stands within ${hint.within}`;
}

function findPlace(node: XmlNode): Place {
  const line = [...climb(node)];
  const paragraph = line.find(isParagraph) ?? node;
  const words = shorten(readText(paragraph));
  const isChart = line.some(({ nodeName }) => nodeName === 'c:chart');
  if (!line.some(({ nodeName }) => nodeName === 'w:body'))
    return { page: null, heading: null, isChart, words };
  return { ...countPages(line.at(-1) ?? node, paragraph), isChart, words };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > mostShown ? `${line.slice(0, mostShown).trimEnd()}…` : line;
}

/**
 * Word marks page starts in its last layout. Without these marks, only manual breaks are known, so the last heading before the
 * paragraph tells more.
 */
function countPages(root: XmlNode, paragraph: XmlNode): Pick<Place, 'page' | 'heading'> {
  let [noted, broken] = [1, 1];
  let heading: string | null = null;
  for (const node of listNodes(root)) {
    if (node === paragraph) break;
    if (node.nodeName === 'w:lastRenderedPageBreak') noted += 1;
    if (readAttribute(node, 'w:br', 'w:type') === 'page') broken += 1;
    if (headingStyle.test(readAttribute(node, 'w:pStyle', 'w:val') ?? ''))
      heading = shorten(readText([...climb(node)].find(isParagraph) ?? node));
  }
  const isCounted = noted > 1 || heading === null || heading === '';
  return isCounted ? { page: Math.max(noted, broken), heading: null } : { page: null, heading };
}

/** Identifiers of the styles of headings: LibreOffice's, and Word's in English, German and French. */
const headingStyle = /^(?:Heading|berschrift|Titre)\d/;

function readAttribute(node: XmlNode, element: string, name: string): string | undefined {
  return node.nodeName === element && 'attributes' in node ? node.attributes?.[name] : undefined;
}

const isParagraph = ({ nodeName }: XmlNode): boolean => nodeName === 'w:p' || nodeName === 'a:p';

function* climb(node: XmlNode): Generator<XmlNode> {
  for (let place: XmlNode | undefined = node; place; place = place.parentNode) yield place;
}

function* listNodes(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.childNodes ?? []) yield* listNodes(child);
}
