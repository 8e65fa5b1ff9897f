import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { markArtifacts } from './artifacts.ts';
import { readMergedPart, readObject } from './merged-part.ts';
import { countMissingGlyphs } from './missing-glyphs.ts';

const [pack, unpack] = [promisify(deflate), promisify(inflate)];

/** Name of the overlay among the resources of a page. */
export const overlayName = 'Overlay';

/**
 * Takes the content of a page, returns it with everything untagged as artifacts, and how many of its characters no typeface has; the
 * overlay, if the page has one, is below it.
 */
export async function markPage(
  object: string,
  overlay: string | null,
): Promise<{ text: string; missingGlyphs: number }> {
  const content = await readContent(object);
  if (content === null) return { text: object, missingGlyphs: 0 };
  const below = overlay === null ? '' : `/Artifact BMC\n/${overlay} Do\nEMC\n`;
  const text = await writeStream('', `${below}${markArtifacts(content)}`);
  return { text, missingGlyphs: countMissingGlyphs(content) };
}

/** Adds the overlay to the resources of a page. */
export function layOver(page: string, overlay: number): string {
  const entry = `/${overlayName} ${overlay} 0 R`;
  return page.includes('/XObject <<')
    ? page.replace('/XObject <<', `/XObject <<${entry} `)
    : page.replace('/Resources <<', `/Resources <</XObject <<${entry}>> `);
}

/** Objects of an overlay, numbered from `base`; `form` is the one to be drawn. */
type Overlay = { form: number; size: number; objects: [number: number, text: string][] };

/** Takes the path of a PDF, returns its first page as an overlay without tags; null for one of another format than Chromium's. */
export async function readOverlay(place: string, base: number): Promise<Overlay | null> {
  const part = await readMergedPart(place);
  const [page] = part?.contents ?? [];
  if (part === null || page === undefined || page[1] === null) return null;
  const [number, content] = page;
  const read = (object: number) => {
    const span = part.spans.get(object);
    return span === undefined ? '' : readObject(part.bytes, span);
  };
  const drawn = await readContent(read(content));
  const [, resources] = /\/Resources (<<(?:[^<>]|<<[^<>]*>>)*>>)/.exec(read(number)) ?? [];
  if (drawn === null || resources === undefined) return null;
  const renumber = (text: string) =>
    text.replace(/\b(\d+) 0 R\b/g, (_, object) => `${base + Number(object)} 0 R`);
  const untagged = drawn.split('\n').filter((line) => !/(?:BDC|BMC|^EMC)$/.test(line));
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 842 1191] /Resources ${renumber(resources)} `;
  const objects: Overlay['objects'] = [];
  for (const object of findNeeded(resources, read)) {
    const text = read(object);
    const end = text.search(/\bstream\r?\n/);
    const head = end < 0 ? text : text.slice(0, end);
    objects.push([base + object, `${renumber(head)}${text.slice(head.length)}`]);
  }
  objects.push([base + content, await writeStream(form, untagged.join('\n'))]);
  return { form: base + content, size: Math.max(...part.spans.keys()) + 1, objects };
}

/** The objects that these resources refer to, and those that they refer to. */
function findNeeded(resources: string, read: (object: number) => string): Set<number> {
  const found = new Set<number>();
  const look = (text: string) => {
    const [head = ''] = text.split(/\bstream\r?\n/, 1);
    for (const [, number] of head.matchAll(/\b(\d+) 0 R\b/g)) {
      if (found.has(Number(number))) continue;
      found.add(Number(number));
      look(read(Number(number)));
    }
  };
  look(resources);
  return found;
}

/** The unpacked bytes of a stream, one character per byte; null for one in another format than Chromium's. */
async function readContent(object: string): Promise<string | null> {
  const [head = '', length] = /^<<[^>]*\/Length (\d+)[^>]*>>\s*stream\r?\n/.exec(object) ?? [];
  if (!head.includes('/Filter /FlateDecode')) return null;
  const packed = Buffer.from(object.slice(head.length, head.length + Number(length)), 'latin1');
  return unpack(packed).then(
    (bytes) => bytes.toString('latin1'),
    () => null,
  );
}

async function writeStream(entries: string, content: string): Promise<string> {
  const packed = await pack(Buffer.from(content, 'latin1'));
  return `<<${entries}/Filter /FlateDecode\n/Length ${packed.length}>> stream\n${packed.toString('latin1')}\nendstream`;
}
