import { html } from './markup.ts';

/** Metadata of a report's HTML, and of the PDF printed from it. */
export type Head = { title: string; author: string | null; language: string };

/** Starts the body of a document whose parts are printed one by one. */
export const startOfParts = '</head>\n<body><!--in parts-->\n';
/** Between two parts. */
export const partEnd = '<!--end of part-->';

/** Name of a page that has the number of the last page, and nothing else, where documents are printed in parts. */
export const lastPage = 'last';

/** Begins a document. */
export function writeHeadStart({ title, author, language }: Head): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
${html`<title>${title}</title>`.text}${author === null ? '' : `\n<meta name="author" content="${html`${author}`.text}">`}
`;
}

/** Takes the start of a document, one character per byte, returns its metadata. */
export function readHead(start: string): Head {
  const find = (pattern: RegExp): string | null => {
    const [, found] = pattern.exec(start) ?? [];
    return found === undefined ? null : readText(Buffer.from(found, 'latin1').toString('utf8'));
  };
  return {
    title: find(/<title>([^<]*)<\/title>/) ?? '',
    author: find(/<meta name="author" content="([^"]*)">/),
    language: find(/<html lang="([^"]*)">/) ?? 'en',
  };
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Takes text of a document with its references, returns it as it is read. */
export function readText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] as string);
}
