import { strFromU8 } from 'fflate';
import { forWordAlone, writePage } from './contents.ts';

/** Contents of Word or LibreOffice: where the field begins in the text, where its result begins and ends, and its code. */
type Field = { begin: number; from: number; to: number; code: string };

const tokens =
  /<w:fldChar\s[^>]*w:fldCharType="(begin|separate|end)"[^>]*>|<w:instrText(?:\s[^>]*)?>([^<]*)<\/w:instrText>/g;

/** Finds the first contents of a text. Its result is what stands between whole runs of paragraphs. */
function findField(text: string): Field | null {
  const open: { begin: number; code: string; from: number | null }[] = [];
  for (const {
    0: { length },
    1: kind,
    2: code = '',
    index,
  } of text.matchAll(tokens)) {
    const field = open.at(-1);
    if (kind === 'begin') open.push({ begin: index, code: '', from: null });
    else if (kind === 'separate' && field)
      field.from = text.indexOf('</w:r>', index + length) + '</w:r>'.length;
    else if (kind === undefined && field?.from === null) field.code += code;
    else if (kind === 'end') {
      const ended = open.pop();
      const to = Math.max(text.lastIndexOf('<w:r>', index), text.lastIndexOf('<w:r ', index));
      if (ended && ended.from !== null && to >= ended.from && /^\s*TOC\b/.test(ended.code))
        return { begin: ended.begin, from: ended.from, to, code: ended.code };
    }
  }
  return null;
}

/**
 * Takes the text of a template, returns it without the entries that a program made from the headings of the template: they would
 * name the template's pages and tags. Entries that the author wrote as a list stay.
 */
export function emptyContents(text: string): string {
  const field = findField(text);
  const made = field === null ? '' : text.slice(field.from, field.to);
  const words = made.split('</w:p>').map((line) => line.replace(/<[^>]*>/g, '').trim());
  const isWritten = words.some((line) => /^\{#[^{}]*\}$/.test(line) || line.includes('{entry}'));
  if (field === null || isWritten || !isBalanced(made)) return text;
  return text.slice(0, field.from) + text.slice(field.to);
}

/** Whether a text can be cut out: it closes as many paragraphs as it opens, and everything within them. */
function isBalanced(made: string): boolean {
  return ['w:p', 'w:hyperlink', 'w:r'].every(
    (name) =>
      (made.match(new RegExp(`<${name}(?:\\s[^>]*[^/>])?>`, 'g')) ?? []).length ===
      (made.match(new RegExp(`</${name}>`, 'g')) ?? []).length,
  );
}

/** Takes the settings of a template, returns them so that Word offers to fill in the page numbers. */
export function askForPages(settings: string): string {
  if (settings.includes('<w:updateFields')) return settings;
  return settings.replace(
    /(?=<w:(?:hdrShapeDefaults|footnotePr|endnotePr|compat|docVars|rsids)[\s/>]|<m:mathPr|<\/w:settings>)/,
    '<w:updateFields w:val="true"/>',
  );
}

const paragraph = /<w:p(?:\s[^>]*[^/>])?>.*?<\/w:p>/gs;
const firstMark = 800_000;

/** Fills the contents of a template with the headings of its document. */
export class ContentsField {
  readonly #levels: ReadonlyMap<string, number>;
  readonly #styles: ReadonlyMap<number, string>;
  readonly #field: Field;
  readonly #entries: { level: number; text: string }[] = [];
  #marked = 0;

  private constructor(field: Field, styles: string) {
    const [, first = '1', last = '3'] = /\\o\s+(?:"|&quot;)(\d)-(\d)/.exec(field.code) ?? [];
    const known = [...styles.matchAll(/<w:style\s[^>]*w:styleId="([^"]*)"[^>]*>(.*?)<\/w:style>/gs)];
    this.#field = field;
    this.#levels = new Map(
      known.flatMap(([, id = '', style = '']) => {
        const level = Number(/<w:outlineLvl w:val="(\d)"/.exec(style)?.[1] ?? 9) + 1;
        return level >= Number(first) && level <= Number(last) ? [[id, level] as const] : [];
      }),
    );
    this.#styles = new Map(
      known.flatMap(([, id = '', style = '']) => {
        const [, level] = /<w:name w:val="toc (\d)"/i.exec(style) ?? [];
        return level === undefined ? [] : [[Number(level), id] as const];
      }),
    );
  }

  /** Takes the text of a document and its styles; null without contents, or with contents that have entries. */
  static open(text: string, styles: Uint8Array | undefined): ContentsField | null {
    if (!/>\s*TOC\b/.test(text)) return null;
    const field = findField(text);
    if (field === null || field.from !== field.to) return null;
    return new ContentsField(field, styles === undefined ? '' : strFromU8(styles));
  }

  /** Takes the pieces of the document one after the other, and notes their headings. */
  read(piece: string): void {
    for (const [written] of piece.matchAll(paragraph)) {
      const level = this.#levelOf(written);
      if (level !== undefined) this.#entries.push({ level, text: readHeading(written) });
    }
  }

  /** Takes the text of the document, returns it with an entry for each heading that was read. */
  fill(text: string): string {
    const { begin, from } = this.#field;
    const start = Math.max(text.lastIndexOf('<w:p>', from), text.lastIndexOf('<w:p ', from));
    const [properties = ''] = /<w:pPr>.*?<\/w:pPr>/s.exec(text.slice(start, from)) ?? [];
    const [tabs = ''] = /<w:tabs>.*?<\/w:tabs>/s.exec(properties) ?? [];
    const entries = this.#entries.map(({ level, text: heading }, index) => {
      const style = this.#styles.get(level);
      const own = style === undefined ? tabs : `<w:pStyle w:val="${style}"/>${tabs}`;
      const name = nameMark(index);
      const link = `<w:hyperlink w:anchor="${name}" w:history="1"><w:r><w:t xml:space="preserve">${heading}</w:t></w:r>${writePage(name)}</w:hyperlink>`;
      return index === 0 ? link : `</w:p><w:p><w:pPr>${own}</w:pPr>${link}`;
    });
    const end = text.indexOf('</w:r>', from);
    const style = this.#styles.get(this.#entries[0]?.level ?? 0);
    const line = text.slice(start, begin);
    return [
      text.slice(0, start),
      style === undefined ? line : line.replace(/(<w:pStyle w:val=")[^"]*/, `$1${style}`),
      hideField(text.slice(begin, from)),
      entries.join(''),
      hideField(text.slice(from, end)),
      text.slice(end),
    ].join('');
  }

  /** Takes the pieces of the filled document one after the other, returns each with places that the entries lead to. */
  mark(piece: string): string {
    return piece.replace(paragraph, (written) => {
      if (this.#levelOf(written) === undefined) return written;
      const [name, id] = [nameMark(this.#marked), firstMark + this.#marked];
      this.#marked += 1;
      const place = `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
      return written.replace('</w:pPr>', () => `</w:pPr>${place}`);
    });
  }

  #levelOf(written: string): number | undefined {
    const [, style = ''] = /^<w:p(?:\s[^>]*)?><w:pPr><w:pStyle w:val="([^"]*)"/.exec(written) ?? [];
    const level = this.#levels.get(style);
    return level === undefined || readHeading(written) === '' ? undefined : level;
  }
}

/**
 * Shows the beginning and the end of a field to Word alone: LibreOffice does not fill in pages within contents that it could make
 * itself.
 */
function hideField(runs: string): string {
  return runs.replace(
    /<w:fldChar\s[^>]*?(?:\/>|><\/w:fldChar>)|<w:instrText(?:\s[^>]*)?>[^<]*<\/w:instrText>/g,
    forWordAlone,
  );
}

const nameMark = (index: number): string => `_TocHeading${index + 1}`;

/** The text of a heading, as XML. */
function readHeading(written: string): string {
  return [...written.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(?:tab|br)\/>/g)]
    .map(([, text]) => text ?? ' ')
    .join('')
    .trim();
}
