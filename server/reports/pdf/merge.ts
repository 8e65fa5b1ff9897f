import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Printed } from '../renderer.ts';
import { type MergedPart, readMergedPart, readObject } from './merged-part.ts';
import { layOver, markPage, overlayName, readOverlay } from './page-content.ts';
import { type Mends, mendTags } from './tags.ts';

/** Numbers of the objects that all parts share; those of the parts follow. */
const shared = {
  info: 1,
  catalogue: 2,
  pages: 3,
  targets: 4,
  structure: 5,
  document: 6,
  parents: 7,
  names: 8,
  outline: 9,
} as const;
const firstOfParts = 10;

/** Additions to the merged document. */
export type Finish = {
  /** The words of the links to each target. */
  words: ReadonlyMap<string, string>;
  /** The path of a PDF whose page is laid over every page but the cover; null for none. */
  overlay: string | null;
};

/** Where a part stands in the merged file. */
type Place = {
  index: number;
  /** Added to the numbers of its objects, and to the keys of its parent tree. */
  base: number;
  keys: number;
  /** Its objects that are left out, and the object that references lead to instead. */
  left: Map<number, number | null>;
};

/** A part that is written, with what the end of the file needs of it: all else would fill the memory. */
type Written = Place &
  Pick<MergedPart, 'pages' | 'pageCount' | 'targets' | 'documents' | 'parents' | 'names' | 'outline'> & {
    /** Bookmarks that those of other parts are linked with, by number. */
    bookmarks: Map<number, string>;
  } & Printed;

/**
 * Takes the paths of tagged PDFs that follow each other, writes them as one to a new file: with all pages, link targets and tags, and
 * with the bookmarks below the title of the first. Completes the tags. Returns what was printed, or null where it can't: only
 * Chromium's format can be merged.
 */
export async function mergePdfs(
  places: readonly string[],
  merged: string,
  finish: Finish,
): Promise<Printed | null> {
  const file = await open(merged, 'wx', 0o600);
  let printed: Printed | null = null;
  try {
    printed = await writeMerged(new PdfWriter(file), places, finish);
  } finally {
    await file.close();
    if (printed === null) await rm(merged, { force: true });
  }
  return printed;
}

async function writeMerged(
  writer: PdfWriter,
  places: readonly string[],
  { words, overlay }: Finish,
): Promise<Printed | null> {
  await writer.write('%PDF-1.4\n%\u00d3\u00eb\u00e9\u00e1\n');
  const over = overlay === null ? null : await readOverlay(overlay, firstOfParts);
  for (const [number, text] of over?.objects ?? []) await writer.writeObject(number, text);
  let [base, keys] = [firstOfParts + (over?.size ?? 0), 0];
  let head: Pick<MergedPart, 'info' | 'catalogue'> | null = null;
  const written: Written[] = [];
  const levels: number[] = [];
  for (const place of places) {
    const part = await readMergedPart(place);
    if (part === null) return null;
    head ??= { info: part.info, catalogue: part.catalogue };
    const mends = mendTags(part, { words, levels });
    const placed = placePart(part, { index: written.length, base, keys }, written[0]);
    written.push(await writePart(writer, part, placed, mends, over?.form ?? null));
    base += Math.max(...part.spans.keys(), ...mends.added.keys()) + 1;
    keys += part.nextKey;
  }
  if (head === null) return null;
  const outline = joinOutlines(written);
  await writer.writeObject(shared.info, head.info);
  await writer.writeObject(shared.catalogue, toCatalogue(head.catalogue, outline.root !== null));
  for (const [number, text] of listShared(written, keys)) await writer.writeObject(number, text);
  if (outline.root !== null) await writer.writeObject(shared.outline, outline.root);
  for (const [number, text] of outline.bookmarks) await writer.writeObject(number, text);
  await writer.finish(base);
  return { missingGlyphs: written.reduce((sum, part) => sum + part.missingGlyphs, 0) };
}

/** Places a part; bookmarks of all but the first are below the last of the first, the title. */
function placePart(
  { root, names, outline }: MergedPart,
  place: Omit<Place, 'left'>,
  first: Written | undefined,
): Place {
  const gone = [root.info, root.catalogue, root.parents, root.targets, names.root];
  const left = new Map<number, number | null>(
    gone.flatMap((number) => (number === null ? [] : [[number, null]])),
  );
  left.set(root.structure, shared.document);
  const title = first?.outline ? first.base + first.outline.last : shared.outline;
  if (outline !== null) left.set(outline.root, title);
  return { ...place, left };
}

/** Moves the bookmarks of the other parts below the title. Returns their root, null without any, and the bookmarks that this changes. */
function joinOutlines(parts: readonly Written[]): {
  root: string | null;
  bookmarks: [number: number, text: string][];
} {
  const [first, ...others] = parts;
  const all = new Map(
    parts.flatMap((part) =>
      [...part.bookmarks].map(([number, text]) => [part.base + number, renumber(part, text).text] as const),
    ),
  );
  if (first === undefined || first.outline === null) return { root: null, bookmarks: [...all] };
  const { outline, base } = first;
  const chain = others.flatMap((part) => (part.outline === null ? [] : [{ part, outline: part.outline }]));
  const added = chain.reduce((sum, { outline: { count } }) => sum + count, 0);
  const count = (outline.below?.count ?? 0) + added;
  if (outline.below !== null)
    chain.unshift({ part: first, outline: { ...outline.below, root: 0, below: null } });
  const add = (number: number, entry: string) =>
    all.set(number, (all.get(number) ?? '').replace(/>>$/, `\n${entry}>>`));
  for (const [index, { part, outline: own }] of chain.entries()) {
    const [before, after] = [chain[index - 1], chain[index + 1]];
    if (before !== undefined)
      add(part.base + own.first, `/Prev ${before.part.base + before.outline.last} 0 R`);
    if (after !== undefined) add(part.base + own.last, `/Next ${after.part.base + after.outline.first} 0 R`);
  }
  const title = base + outline.last;
  const [start, end] = [chain[0], chain.at(-1)];
  if (start !== undefined && end !== undefined) {
    all.set(title, (all.get(title) ?? '').replace(/\/(?:First|Last) \d+ 0 R|\/Count \d+/g, ''));
    const [from, to] = [start.part.base + start.outline.first, end.part.base + end.outline.last];
    add(title, `/First ${from} 0 R\n/Last ${to} 0 R\n/Count ${count}`);
  }
  const root = `<</Type /Outlines\n/First ${base + outline.first} 0 R\n/Last ${title} 0 R\n/Count ${outline.count + added}>>`;
  return { root, bookmarks: [...all] };
}

function toCatalogue(text: string, hasOutline: boolean): string {
  const changes = { Pages: shared.pages, Dests: null, StructTreeRoot: shared.structure, Outlines: null };
  const kept = Object.entries(changes).reduce(
    (all, [key, number]) =>
      all.replace(new RegExp(`/${key} \\d+ 0 R\\s*`), number === null ? '' : `/${key} ${number} 0 R\n`),
    text,
  );
  const outline = hasOutline ? `/Outlines ${shared.outline} 0 R` : '';
  return kept.replace(/>>$/, `\n/Dests ${shared.targets} 0 R\n${outline}>>`);
}

function listShared(parts: readonly Written[], nextKey: number): [number: number, text: string][] {
  const refer = (list: (part: Written) => readonly number[]) =>
    parts.flatMap((part) => list(part).map((number) => `${part.base + number} 0 R`)).join(' ');
  const pageCount = parts.reduce((sum, part) => sum + part.pageCount, 0);
  const parents = parts.flatMap(({ base, keys, parents: all }) =>
    all.map(([key, number]) => `${keys + key} ${base + number} 0 R`),
  );
  return [
    [shared.pages, `<</Type /Pages\n/Count ${pageCount}\n/Kids [${refer(({ pages }) => [pages])}]>>`],
    [shared.targets, `<<${parts.map((part) => renumber(part, part.targets).text).join('\n')}>>`],
    [
      shared.structure,
      `<</Type /StructTreeRoot\n/K ${shared.document} 0 R\n/RoleMap <</Em /Span /Strong /Span>>\n/ParentTreeNextKey ${nextKey}\n/ParentTree ${shared.parents} 0 R\n/IDTree ${shared.names} 0 R>>`,
    ],
    [
      shared.document,
      `<</Type /StructElem\n/S /Document\n/P ${shared.structure} 0 R\n/K [${refer(({ documents }) => documents)}]>>`,
    ],
    [shared.parents, `<</Type /ParentTree\n/Nums [${parents.join(' ')}]>>`],
    [shared.names, `<</Kids [${refer(({ names }) => names.branches)}]>>`],
  ];
}

async function writePart(
  writer: PdfWriter,
  part: MergedPart,
  place: Place,
  mends: Mends,
  overlay: number | null,
): Promise<Written> {
  const { bytes, contents, pages, pageCount, targets, parents, names, outline } = part;
  const documents = new Set(part.documents);
  const linked = new Set(listLinked(outline, place.index === 0));
  const bookmarks: Written['bookmarks'] = new Map();
  let missingGlyphs = 0;
  const [cover] = place.index === 0 ? contents.keys() : [];
  const pageOf = new Map([...contents].map(([page, content]) => [content, page]));
  const isUnder = (page: number) => page !== cover && overlay !== null;
  for (const [number, span] of part.spans) {
    if (place.left.has(number)) continue;
    const object = readObject(bytes, span);
    const page = pageOf.get(number);
    let said: string;
    if (linked.has(number)) {
      bookmarks.set(number, object);
      continue;
    } else if (page !== undefined) {
      const marked = await markPage(object, isUnder(page) ? overlayName : null);
      said = marked.text;
      missingGlyphs += marked.missingGlyphs;
    } else {
      const { text, rest } = renumber(place, mends.edits.get(number)?.(object) ?? object);
      if (number === pages) said = text.replace('/Type /Pages', `/Type /Pages\n/Parent ${shared.pages} 0 R`);
      else if (documents.has(number)) said = text.replace('/S /Document', '/S /Part');
      else if (contents.has(number) && isUnder(number)) said = layOver(text, overlay as number);
      else said = `${text}${rest}`;
    }
    await writer.writeObject(place.base + number, said);
  }
  for (const [number, text] of mends.added)
    await writer.writeObject(place.base + number, renumber(place, text).text);
  return {
    ...place,
    pages,
    pageCount,
    targets,
    documents: part.documents,
    parents,
    names,
    outline,
    bookmarks,
    missingGlyphs,
  };
}

/** The ends of a part's bookmarks, and in the first also the ends of those below its title. */
function listLinked(outline: MergedPart['outline'], isFirst: boolean): number[] {
  const ends = [outline, isFirst ? (outline?.below ?? null) : null];
  return ends.flatMap((list) => (list === null ? [] : [list.first, list.last]));
}

/** Strings, the start of a stream, keys of the parent tree, and references. Names of table heads are strings. */
const tokens =
  /\((?:\\[\s\S]|[^\\()])*\)|<[\dA-Fa-f\s]*>|\bstream\r?\n|\/(StructParents?) (\d+)|\b(\d+) 0 R\b/g;

/** Takes an object of a part, returns it with the numbers, keys and names of the merged file, and its stream. */
function renumber({ index, base, keys, left }: Place, object: string): { text: string; rest: string } {
  let text = '';
  let end = 0;
  for (const { 0: token, 1: key, 2: parent, 3: reference, index: at } of object.matchAll(tokens)) {
    text += object.slice(end, at);
    if (token.startsWith('stream')) return { text, rest: object.slice(at) };
    end = at + token.length;
    if (key !== undefined) text += `/${key} ${keys + Number(parent)}`;
    else if (reference === undefined) text += rename(token, index);
    else {
      const number = Number(reference);
      const instead = left.get(number);
      if (instead === undefined) text += `${base + number} 0 R`;
      else text += instead === null ? 'null' : `${instead} 0 R`;
    }
  }
  return { text: text + object.slice(end), rest: '' };
}

/** Table heads are named by their number, alike in every part; the names of all parts have to be in order. */
function rename(text: string, index: number): string {
  return text.replace(/^\((node\d+)\)$/, `(part${String(index).padStart(6, '0')}$1)`);
}

const writtenAtOnce = 1024 * 1024;

/** Writes objects one after the other, and their table at the end. */
class PdfWriter {
  readonly #file: FileHandle;
  #places = new Float64Array(1024);
  #waiting: Buffer[] = [];
  #length = 0;
  #end = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Takes one character per byte. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text, 'latin1');
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    this.#end += bytes.length;
    if (this.#length >= writtenAtOnce) await this.#flush();
  }

  async writeObject(number: number, text: string): Promise<void> {
    if (number >= this.#places.length) {
      const more = new Float64Array(number * 2);
      more.set(this.#places);
      this.#places = more;
    }
    this.#places[number] = this.#end;
    await this.write(`${number} 0 obj\n${text}\nendobj\n`);
  }

  async finish(size: number): Promise<void> {
    const table = this.#end;
    await this.write(`xref\n0 ${size}\n`);
    for (let number = 0; number < size; number += 1) {
      const place = this.#places[number] || undefined;
      await this.write(
        place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`,
      );
    }
    await this.write(
      `trailer\n<</Size ${size}\n/Root ${shared.catalogue} 0 R\n/Info ${shared.info} 0 R>>\nstartxref\n${table}\n%%EOF\n`,
    );
    await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#file.writeFile(Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#length = 0;
  }
}
