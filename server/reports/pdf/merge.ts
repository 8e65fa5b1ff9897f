import { type FileHandle, open, readFile } from 'node:fs/promises';
import { type MergedPart, type Outline, readMergedPart, readObject } from './merged-part.ts';
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

/** A part with its place in the merged file. */
type Placed = Omit<MergedPart, 'elements'> & {
  index: number;
  /** Added to the numbers of its objects, and to the keys of its parent tree. */
  base: number;
  keys: number;
  /** Its objects that are left out, and the object that references lead to instead. */
  left: Map<number, number | null>;
  edits: Map<number, (text: string) => string>;
  /** Changes before that, in its own numbers. */
  mends: Mends;
};

/**
 * Takes the paths of tagged PDFs that follow each other, writes them as one to a new file: with all pages, link targets and tags, and
 * with the bookmarks below the title of the first. Completes the tags. Returns whether it did: only Chromium's format can be merged.
 */
export async function mergePdfs(
  places: readonly string[],
  merged: string,
  { words, overlay }: Finish,
): Promise<boolean> {
  const parts: Placed[] = [];
  let [base, keys] = [firstOfParts, 0];
  const levels: number[] = [];
  for (const place of places) {
    const read = await readMergedPart(place);
    if (read === null) return false;
    const mends = mendTags(read, { words, levels });
    parts.push(placePart(read, mends, { index: parts.length, base, keys }));
    base += Math.max(...read.spans.keys(), ...mends.added.keys()) + 1;
    keys += read.nextKey;
  }
  const over = overlay === null ? null : await readOverlay(overlay, base);
  base += over?.size ?? 0;
  const [first] = parts;
  if (first === undefined) return false;
  const outline = joinOutlines(first, parts.slice(1));
  const file = await open(merged, 'wx', 0o600);
  try {
    const writer = new PdfWriter(file);
    await writer.write('%PDF-1.4\n%\u00d3\u00eb\u00e9\u00e1\n');
    await writer.writeObject(shared.info, first.info);
    await writer.writeObject(shared.catalogue, toCatalogue(first.catalogue, outline !== null));
    for (const [number, text] of listShared(parts, keys)) await writer.writeObject(number, text);
    if (outline !== null) await writer.writeObject(shared.outline, outline);
    for (const [number, text] of over?.objects ?? []) await writer.writeObject(number, text);
    for (const part of parts) await writePart(writer, part, over?.form ?? null);
    await writer.finish(base);
    return true;
  } finally {
    await file.close();
  }
}

function placePart(part: MergedPart, mends: Mends, place: Pick<Placed, 'index' | 'base' | 'keys'>): Placed {
  const { root, names, outline, pages, documents } = part;
  const gone = [root.info, root.catalogue, root.parents, root.targets, names.root];
  const left = new Map<number, number | null>(
    gone.flatMap((number) => (number === null ? [] : [[number, null]])),
  );
  left.set(root.structure, shared.document);
  if (outline !== null) left.set(outline.root, shared.outline);
  const edits: Placed['edits'] = new Map();
  edits.set(pages, (text) => text.replace('/Type /Pages', `/Type /Pages\n/Parent ${shared.pages} 0 R`));
  for (const number of documents) edits.set(number, (text) => text.replace('/S /Document', '/S /Part'));
  // The texts of its elements would fill the memory.
  const { elements: _, ...kept } = part;
  return { ...kept, ...place, left, edits, mends };
}

/** Moves the bookmarks of the other parts below the title, the last bookmark of the first. Returns their root; null without any. */
function joinOutlines(first: Placed, others: readonly Placed[]): string | null {
  const { outline } = first;
  if (outline === null) return null;
  const title = first.base + outline.last;
  const chain: { part: Placed; outline: Outline }[] = others.flatMap((part) =>
    part.outline === null ? [] : [{ part, outline: part.outline }],
  );
  const added = chain.reduce((sum, { outline }) => sum + outline.count, 0);
  const count = (outline.below?.count ?? 0) + added;
  for (const { part } of chain) part.outline !== null && part.left.set(part.outline.root, title);
  if (outline.below !== null) chain.unshift({ part: first, outline: outline.below });
  for (const [index, { part, outline }] of chain.entries()) {
    const [before, after] = [chain[index - 1], chain[index + 1]];
    if (before !== undefined)
      addTo(part, outline.first, `/Prev ${before.part.base + before.outline.last} 0 R`);
    if (after !== undefined) addTo(part, outline.last, `/Next ${after.part.base + after.outline.first} 0 R`);
  }
  const [start, end] = [chain[0], chain.at(-1)];
  if (start !== undefined && end !== undefined) {
    first.edits.set(outline.last, (text) => text.replace(/\/(?:First|Last) \d+ 0 R|\/Count \d+/g, ''));
    const [from, to] = [start.part.base + start.outline.first, end.part.base + end.outline.last];
    addTo(first, outline.last, `/First ${from} 0 R\n/Last ${to} 0 R\n/Count ${count}`);
  }
  const { base } = first;
  return `<</Type /Outlines\n/First ${base + outline.first} 0 R\n/Last ${title} 0 R\n/Count ${outline.count + added}>>`;
}

/** Adds an entry, in the numbers of the merged file, to a dictionary of a part. */
function addTo({ edits }: Placed, number: number, entry: string): void {
  const before = edits.get(number) ?? ((text: string) => text);
  edits.set(number, (text) => before(text).replace(/>>$/, `\n${entry}>>`));
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

function listShared(parts: readonly Placed[], nextKey: number): [number: number, text: string][] {
  const refer = (list: (part: Placed) => readonly number[]) =>
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

async function writePart(writer: PdfWriter, part: Placed, overlay: number | null): Promise<void> {
  const bytes = await readFile(part.place);
  const { mends, edits, contents } = part;
  const [cover] = part.index === 0 ? contents.keys() : [];
  const pageOf = new Map([...contents].map(([page, content]) => [content, page]));
  const isUnder = (page: number | undefined) => page !== undefined && page !== cover && overlay !== null;
  for (const [number, span] of part.spans) {
    if (part.left.has(number)) continue;
    const object = readObject(bytes, span);
    const mended = mends.edits.get(number)?.(object) ?? object;
    const { text, rest } = renumber(part, mended);
    const changed = edits.get(number)?.(text) ?? text;
    const page = pageOf.get(number);
    if (page !== undefined)
      await writer.writeObject(
        part.base + number,
        await markPage(object, isUnder(page) ? overlayName : null),
      );
    else if (contents.has(number) && isUnder(number))
      await writer.writeObject(part.base + number, layOver(changed, overlay as number));
    else await writer.writeObject(part.base + number, `${changed}${rest}`);
  }
  for (const [number, text] of mends.added)
    await writer.writeObject(part.base + number, renumber(part, text).text);
}

/** Strings, the start of a stream, keys of the parent tree, and references. Names of table heads are strings. */
const tokens =
  /\((?:\\[\s\S]|[^\\()])*\)|<[\dA-Fa-f\s]*>|\bstream\r?\n|\/(StructParents?) (\d+)|\b(\d+) 0 R\b/g;

/** Takes an object of a part, returns it with the numbers, keys and names of the merged file, and its stream. */
function renumber({ index, base, keys, left }: Placed, object: string): { text: string; rest: string } {
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
  readonly #places = new Map<number, number>();
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
    this.#places.set(number, this.#end);
    await this.write(`${number} 0 obj\n${text}\nendobj\n`);
  }

  async finish(size: number): Promise<void> {
    const table = this.#end;
    await this.write(`xref\n0 ${size}\n`);
    for (let number = 0; number < size; number += 1) {
      const place = this.#places.get(number);
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
