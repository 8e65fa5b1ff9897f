import { readFile } from 'node:fs/promises';
import { findReference } from './pdf-file.ts';

type Span = { start: number; end: number };
export type Outline = { first: number; last: number; count: number };

/** A tagged PDF as written by Chromium, with what is needed to merge it with others. All numbers are its own. */
export type MergedPart = {
  bytes: Buffer;
  /** Where its objects are. */
  spans: ReadonlyMap<number, Span>;
  catalogue: string;
  info: string;
  root: { info: number; catalogue: number; targets: number | null; structure: number; parents: number };
  pages: number;
  pageCount: number;
  /** Its link targets, as in a dictionary. */
  targets: string;
  /** Topmost elements of its structure. */
  documents: number[];
  parents: [key: number, object: number][];
  nextKey: number;
  /** Root and branches of the names of its table heads. */
  names: { root: number | null; branches: number[] };
  /** Its bookmarks, and those below the last one. */
  outline: (Outline & { root: number; below: Outline | null }) | null;
  /** Its elements of structure and its links, in their order. */
  elements: ReadonlyMap<number, string>;
  /** The pages in their order, each with the object of its content. */
  contents: ReadonlyMap<number, number | null>;
};

/** No element or page is longer; pictures are, and need not be read for their text. */
const longestElement = 512 * 1024;

/** Takes the path of a PDF, returns null for one of another format than Chromium's. */
export async function readMergedPart(place: string): Promise<MergedPart | null> {
  const bytes = await readFile(place);
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 1024));
  const [, trailer = '', table = ''] = /trailer\s*(<<.*>>)\s*startxref\s+(\d+)\s+%%EOF\s*$/s.exec(tail) ?? [];
  const spans = readTable(bytes, Number(table));
  const read = (number: number | null): string => {
    const span = number === null ? undefined : spans.get(number);
    return span === undefined ? '' : readObject(bytes, span);
  };
  const [catalogueNumber, info] = [findReference(trailer, 'Root'), findReference(trailer, 'Info')];
  const catalogue = read(catalogueNumber);
  const [pages, targets] = [findReference(catalogue, 'Pages'), findReference(catalogue, 'Dests')];
  const structure = findReference(catalogue, 'StructTreeRoot');
  const structureText = read(structure);
  const parents = findReference(structureText, 'ParentTree');
  const names = findReference(structureText, 'IDTree');
  const [parentsText, namesText] = [read(parents), read(names)];
  if (catalogueNumber === null || info === null || pages === null || structure === null) return null;
  if (parents === null || !parentsText.includes('/Nums') || trailer.includes('/Prev')) return null;
  if (names !== null && !namesText.includes('/Kids')) return null;
  return {
    bytes,
    spans,
    catalogue,
    info: read(info),
    root: { info, catalogue: catalogueNumber, targets, structure, parents },
    pages,
    pageCount: readCount(read(pages)),
    targets: targets === null ? '' : read(targets).slice(2, -2),
    documents: listReferences(/\/K (?:\[[^\]]*\]|\d+ 0 R)/.exec(structureText)?.[0] ?? ''),
    parents: [...parentsText.matchAll(/(\d+) (\d+) 0 R/g)].map(([, key, number]) => [
      Number(key),
      Number(number),
    ]),
    nextKey: Number(/\/ParentTreeNextKey (\d+)/.exec(structureText)?.[1] ?? 0),
    names: { root: names, branches: listReferences(namesText) },
    outline: readOutlines(findReference(catalogue, 'Outlines'), read),
    ...readElements(spans, read),
  };
}

function readElements(
  spans: MergedPart['spans'],
  read: (number: number) => string,
): Pick<MergedPart, 'elements' | 'contents'> {
  const elements = new Map<number, string>();
  const contents = new Map<number, number | null>();
  for (const [number, { start, end }] of [...spans].sort(([one], [other]) => one - other)) {
    const text = end - start > longestElement ? '' : read(number);
    if (/^<<\/Type \/(?:StructElem|Annot)\b/.test(text)) elements.set(number, text);
    else if (/^<<\/Type \/Page\b/.test(text)) contents.set(number, findReference(text, 'Contents'));
  }
  return { elements, contents };
}

function readTable(bytes: Buffer, table: number): MergedPart['spans'] {
  const [head = '', count = '0'] =
    /^xref\s+0 (\d+) ?\r?\n/.exec(bytes.toString('latin1', table, table + 64)) ?? [];
  const from = table + head.length;
  const used = [
    ...bytes.toString('latin1', from, from + Number(count) * 20).matchAll(/(\d{10}) \d{5} ([nf])/g),
  ]
    .map(([, at, kind], number) => ({ number, start: Number(at), isUsed: kind === 'n' }))
    .filter(({ isUsed }) => isUsed)
    .sort((one, other) => one.start - other.start);
  return new Map(
    used.map(({ number, start }, index) => [number, { start, end: used[index + 1]?.start ?? table }]),
  );
}

/** An object without its number, one character per byte. */
export function readObject(bytes: Buffer, { start, end }: Span): string {
  const text = bytes.toString('latin1', start, end);
  return text.slice(text.indexOf('obj') + 'obj'.length, text.lastIndexOf('endobj')).trim();
}

function readOutlines(root: number | null, read: (number: number) => string): MergedPart['outline'] {
  const outline = root === null ? null : readOutline(read(root));
  if (root === null || outline === null) return null;
  return { ...outline, root, below: readOutline(read(outline.last)) };
}

function readOutline(text: string): Outline | null {
  const [first, last] = [findReference(text, 'First'), findReference(text, 'Last')];
  return first === null || last === null ? null : { first, last, count: readCount(text) };
}

/** A PDF string: as text if it is ASCII, else in UTF-16. */
export function writeText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

function readCount(text: string): number {
  return Number(/\/Count (\d+)/.exec(text)?.[1] ?? 0);
}

function listReferences(text: string): number[] {
  return [...text.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
}
