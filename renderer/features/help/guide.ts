/** The guide, from the same files as in the repository. */
const texts = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pictures = import.meta.glob<string>('../../../docs/guide/images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

export type GuideSection = { id: string; title: string; text: string };
/** `name` is null for the contents page, which lists the others. */
export type GuidePage = { name: string | null; title: string; body: string; sections: GuideSection[] };
export type GuideHit = { to: string; page: string; section: string | null; excerpt: string };

const contents = parsePage(null, requireText('README'));

/** The contents first, then the pages in their order in the contents. */
export const guidePages: readonly GuidePage[] = [
  contents,
  ...new Set([...contents.body.matchAll(/\]\(([a-z-]+)\.md\)/g)].map(([, name]) => name as string)),
].map((page) => (typeof page === 'string' ? parsePage(page, requireText(page)) : page));

export function toPath({ name }: GuidePage): string {
  return name === null ? '/help' : `/help/${name}`;
}

/** Address in the interface for a link in the guide, or null for an external one. */
export function resolveLink(href: string): string | null {
  const match = /^(?:([A-Za-z-]+)\.md)?(#[\w-]+)?$/.exec(href);
  if (match === null || href === '') return null;
  const [, name, hash = ''] = match;
  if (name === undefined) return hash;
  return `${name === 'README' ? '/help' : `/help/${name}`}${hash}`;
}

/** The address of a picture in the guide. */
export function findPicture(source: string): string | undefined {
  return pictures[`../../../docs/guide/${source}`];
}

const most = 12;

/** The sections that contain every typed word, matching headings first. */
export function searchGuide(typed: string): GuideHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits: (GuideHit & { inTitle: boolean })[] = [];
  for (const page of guidePages.slice(1)) {
    for (const { id, title, text } of page.sections) {
      const whole = `${page.title} ${title} ${text}`.toLowerCase();
      if (!words.every((word) => whole.includes(word))) continue;
      hits.push({
        to: toPath(page) + (id === '' ? '' : `#${id}`),
        page: page.title,
        section: id === '' ? null : title,
        excerpt: makeExcerpt(text, words),
        inTitle: words.every((word) => title.toLowerCase().includes(word)),
      });
    }
  }
  return hits.sort((a, b) => Number(b.inTitle) - Number(a.inTitle)).slice(0, most);
}

function requireText(name: string): string {
  const text = texts[`../../../docs/guide/${name}.md`];
  if (text === undefined) throw new Error(`the guide has no page ${name}`);
  return text;
}

function parsePage(name: string | null, text: string): GuidePage {
  const [first = '', ...rest] = text.split('\n');
  const title = first.replace(/^# /, '');
  const body = rest.join('\n');
  const [lead = '', ...parts] = body.split(/^## /m);
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return { id: toSlug(heading), title: heading, text: toPlainText(lines.join('\n')) };
  });
  return { name, title, body, sections: [{ id: '', title, text: toPlainText(lead) }, ...sections] };
}

/** Builds slugs like those of heading ids. */
function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function toPlainText(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|^[#>-]+ |\|[-:| ]+\|/gm, '')
    .replace(/[|\s]+/g, ' ')
    .trim();
}

function makeExcerpt(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] as string));
  const from = at < 40 ? 0 : text.indexOf(' ', at - 40) + 1;
  const to = text.indexOf(' ', from + 110);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to === -1 ? undefined : to)}${to === -1 ? '' : ' …'}`;
}
