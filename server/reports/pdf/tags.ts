import { type MergedPart, writeText } from './merged-part.ts';

/** Changes to the objects of a part, in its own numbers. */
export type Mends = {
  edits: Map<number, (text: string) => string>;
  added: Map<number, string>;
};

/** Shared by the parts of a document. */
type Mending = {
  /** The words of the links to each target. */
  words: ReadonlyMap<string, string>;
  /** Levels of the headings that the next one is below. */
  levels: number[];
};

/**
 * Takes a part, returns what Chromium's tags lack for PDF/UA: the bodies of list items, levels of headings without gaps, and words for
 * links. A figure without a text of its own is a group: what it contains has one.
 */
export function mendTags({ elements, spans }: MergedPart, { words, levels }: Mending): Mends {
  const mends: Mends = { edits: new Map(), added: new Map() };
  const edit = (number: number, change: (text: string) => string) => {
    const before = mends.edits.get(number) ?? ((text: string) => text);
    mends.edits.set(number, (text) => change(before(text)));
  };
  let next = Math.max(0, ...spans.keys()) + 1;
  for (const [number, text] of elements) {
    const [, kind = ''] = /^\/S \/(\w+)/m.exec(text) ?? [];
    const [, level] = /^H([1-6])$/.exec(kind) ?? [];
    if (text.includes('/Subtype /Link')) edit(number, (link) => describeLink(link, words));
    else if (kind === 'Figure' && !text.includes('/Alt'))
      edit(number, (figure) => figure.replace('/S /Figure', '/S /Div'));
    else if (level !== undefined) {
      while ((levels.at(-1) ?? 0) >= Number(level)) levels.pop();
      levels.push(Number(level));
      const depth = levels.length;
      edit(number, (heading) => heading.replace(`/S /H${level}`, `/S /H${depth}`));
    } else if (kind === 'LI') {
      const kids = listKids(text);
      const inBody = kids.filter((kid) => !/^\/S \/(?:Lbl|LBody)\b/m.test(elements.get(kid) ?? ''));
      if (inBody.length === 0) continue;
      const body = next;
      next += 1;
      const refer = (all: readonly number[]) => all.map((kid) => `${kid} 0 R`).join(' ');
      mends.added.set(body, `<</Type /StructElem\n/S /LBody\n/P ${number} 0 R\n/K [${refer(inBody)}]>>`);
      const [, own = ''] = kidsPattern.exec(text) ?? [];
      const rest = inBody.reduce((all, kid) => all.replace(new RegExp(`\\b${kid} 0 R\\s*`), ''), own);
      edit(number, (item) => item.replace(kidsPattern, `/K [${rest.replace(/^\[|\]$/g, '')} ${body} 0 R]`));
      for (const kid of inBody) edit(kid, (child) => child.replace(/^\/P \d+ 0 R/m, `/P ${body} 0 R`));
    }
  }
  return mends;
}

const kidsPattern = /\/K (\[(?:[^[\]<>]|<<[^<>]*>>)*\]|\d+ 0 R)/;

/** The elements in an element, without its own content. */
function listKids(text: string): number[] {
  const [, kids = ''] = kidsPattern.exec(text) ?? [];
  return [...kids.replace(/<<[^<>]*>>/g, '').matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
}

/** A link to a place has the words of the document, another one its address. */
function describeLink(link: string, words: ReadonlyMap<string, string>): string {
  if (/^\/Contents /m.test(link)) return link;
  const [, target = ''] = /\/Dest \/([^\s/<>[\]()]+)/.exec(link) ?? [];
  const [, address] = /\/URI (\((?:\\[\s\S]|[^\\()])*\)|<[\dA-Fa-f\s]*>)/.exec(link) ?? [];
  const said = address ?? writeText(words.get(target) ?? target);
  return link.replace('/Subtype /Link', () => `/Subtype /Link\n/Contents ${said}`);
}
