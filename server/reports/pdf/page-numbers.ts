import { findReference, type PdfFile } from './pdf-file.ts';

/** Enough for the CSS rule of one link: its target has at most a dozen letters, its page six digits. */
const ruleLength = 64;
// No text of a report contains a tag.
const roomPattern = /(?<=<style>)\/\*page numbers *\*\//;

/**
 * Space in a style sheet for the page numbers of this many link targets. Browsers can't provide them, so a document is printed
 * once to find them, and then again.
 */
export function writeRoom(links: number): string {
  return `/*page numbers${' '.repeat(links * ruleLength)}*/`;
}

/** Of the link targets that the contents lead to. */
export const sectionPrefix = 'section-';

/** Takes the beginning of a document, returns the position of this space; null when there is none. */
export function findRoom(head: string): { at: number; length: number } | null {
  const [room] = roomPattern.exec(head) ?? [];
  return room === undefined ? null : { at: head.indexOf(room), length: room.length };
}

/** Takes the pages of targets, returns their rules padded to this length. */
export function fillRoom(pages: ReadonlyMap<string, number>, length: number): string {
  const rules = [...pages]
    .filter(([target]) => target.startsWith(sectionPrefix))
    .map(([target, page]) => `.contents [href="#${target}"]::after{content:"${page}"}`);
  let text = '';
  for (const rule of rules) if (text.length + rule.length <= length) text += rule;
  return text.padEnd(length);
}

/** The page of each link target in a PDF, from 1, and the number of pages. */
export async function readPages(pdf: PdfFile): Promise<{ targets: Map<string, number>; count: number }> {
  const catalogue = await pdf.read(pdf.root);
  const targets = findReference(catalogue, 'Dests');
  const pages = findReference(catalogue, 'Pages');
  const numbers = new Map<number, number>();
  if (pages !== null) for await (const page of listPages(pdf, pages)) numbers.set(page, numbers.size + 1);
  const count = numbers.size;
  if (targets === null) return { targets: new Map(), count };
  const found = (await pdf.read(targets)).matchAll(/\/([\w-]+) \[(\d+) 0 R/g);
  const known = [...found].flatMap(([, target = '', page]) => {
    const number = numbers.get(Number(page));
    return number === undefined ? [] : [[target, number] as const];
  });
  return { targets: new Map(known), count };
}

async function* listPages(pdf: PdfFile, number: number): AsyncGenerator<number> {
  const node = await pdf.read(number);
  const [, kids] = /\/Type \/Pages\b.*\/Kids \[([^\]]*)\]/s.exec(node) ?? [];
  if (kids === undefined) {
    yield number;
    return;
  }
  for (const [, kid] of kids.matchAll(/(\d+) 0 R/g)) yield* listPages(pdf, Number(kid));
}
