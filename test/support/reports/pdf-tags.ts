import { inflateSync } from 'node:zlib';

type Objects = ReadonlyMap<number, string>;

/**
 * Takes the bytes of a PDF as Damson writes it, returns what PDF/UA-1 forbids in its tags: content that is neither tagged nor an
 * artifact, links and figures without words, list items without body, gaps in the levels of headings, heads of tables without scope,
 * rows of different lengths, pages without an order, and missing facts about the document.
 */
export function listTagFaults(bytes: Buffer): string[] {
  const file = bytes.toString('latin1');
  const found = file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g);
  // The last version of an object counts.
  const objects = new Map([...found].map(([, number, text = '']) => [Number(number), text]));
  const faults: string[] = [];
  const need = (isThere: boolean, fault: string) => {
    if (!isThere) faults.push(fault);
  };
  for (const text of objects.values()) {
    if (text.startsWith('<</Type /Catalog')) {
      need(/\/Lang \(/.test(text), 'no language');
      need(text.includes('/Marked true'), 'not tagged');
      need(text.includes('/DisplayDocTitle true'), 'shows no title');
    } else if (text.startsWith('<</Type /Annot')) need(text.includes('\n/Contents '), 'a link without words');
    else if (/^<<\/Type \/Page\b/.test(text)) {
      need(text.includes('/Tabs /S'), 'a page without an order');
      const [, content] = /\/Contents (\d+) 0 R/.exec(text) ?? [];
      need(isTagged(unpack(objects.get(Number(content)) ?? '')), 'content without a tag');
    }
  }
  need(file.includes('<pdfuaid:part>1</pdfuaid:part>'), 'does not say that it follows PDF/UA');
  const root = [...objects].find(([, text]) => text.startsWith('<</Type /StructTreeRoot'));
  const elements = root === undefined ? [] : [...listBelow(root[0], objects)];
  need(elements.length > 1, 'no structure');
  let level = 0;
  for (const number of elements) {
    const text = objects.get(number) ?? '';
    const kind = kindOf(number, objects);
    const kids = listKids(text).map((kid) => kindOf(kid, objects));
    const [, heading] = /^H([1-6])$/.exec(kind) ?? [];
    if (heading !== undefined) {
      need(Number(heading) <= level + 1, `H${heading} follows H${level}`);
      level = Number(heading);
    }
    need(kind !== 'Figure' || text.includes('/Alt '), 'a figure without words');
    need(kind !== 'TH' || text.includes('/Scope '), 'a head of a table without scope');
    need(kind !== 'LI' || kids.every((kid) => kid === 'Lbl' || kid === 'LBody'), 'an item without body');
    need(kind !== 'Em' || file.includes('/RoleMap <</Em /Span'), 'a tag without a standard one');
    if (kind !== 'Table') continue;
    const rows = [...listBelow(number, objects)].filter((one) => kindOf(one, objects) === 'TR');
    const lengths = new Set(rows.map((row) => listKids(objects.get(row) ?? '').length));
    need(lengths.size === 1, `a table with rows of ${[...lengths].join(' and ')} cells`);
  }
  return [...new Set(faults)];
}

function kindOf(number: number, objects: Objects): string {
  return /^\/S \/(\w+)/m.exec(objects.get(number) ?? '')?.[1] ?? '';
}

function listKids(text: string): number[] {
  const [, kids = ''] = /\/K (\[(?:[^[\]<>]|<<[^<>]*>>)*\]|\d+ 0 R)/.exec(text) ?? [];
  return [...kids.replace(/<<[^<>]*>>/g, '').matchAll(/(\d+) 0 R/g)].map(([, kid]) => Number(kid));
}

/** An element and those below it, in their order. */
function* listBelow(number: number, objects: Objects): Generator<number> {
  yield number;
  for (const kid of listKids(objects.get(number) ?? '')) yield* listBelow(kid, objects);
}

function unpack(object: string): string {
  const [head = '', length] = /\/Length (\d+)[^>]*>>\s*stream\n/.exec(object) ?? [];
  const start = object.indexOf(head) + head.length;
  return inflateSync(Buffer.from(object.slice(start, start + Number(length)), 'latin1')).toString('latin1');
}

/** Whether all that paints stands in a tag or in an artifact. */
function isTagged(content: string): boolean {
  let depth = 0;
  for (const line of content.split('\n')) {
    if (/B[DM]C$/.test(line)) depth += 1;
    else if (line === 'EMC') depth -= 1;
    else if (depth === 0 && /(?:^| )(?:Tj|TJ|f\*?|S|B\*?|Do)$/.test(line)) return false;
  }
  return depth === 0;
}
