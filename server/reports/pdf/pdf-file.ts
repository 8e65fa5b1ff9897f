import { type FileHandle, open } from 'node:fs/promises';

/** Length of an entry in the table of objects. */
const entryLength = 20;
const tailLength = 1024;
const chunkLength = 4096;

/**
 * A PDF as written by Chromium, with a plain table of its objects at the end. Reads objects in place, so that even the largest
 * file takes little memory.
 */
export class PdfFile {
  readonly #file: FileHandle;
  readonly #trailer: { size: number; root: number; info: number; entries: number; table: number };
  #end: number;

  /** Takes the path of a file, returns it opened; null when it has another format. */
  static async open(place: string): Promise<PdfFile | null> {
    const file = await open(place, 'r+');
    const pdf = await PdfFile.#read(file).catch(() => null);
    if (pdf === null) await file.close();
    return pdf;
  }

  static async #read(file: FileHandle): Promise<PdfFile | null> {
    const { size: end } = await file.stat();
    const tail = await readAt(file, Math.max(0, end - tailLength), tailLength);
    const [, trailer = '', table = ''] =
      /trailer\s*(<<.*>>)\s*startxref\s+(\d+)\s+%%EOF\s*$/s.exec(tail) ?? [];
    const [, size = ''] = /\/Size (\d+)/.exec(trailer) ?? [];
    const [root, info] = [findReference(trailer, 'Root'), findReference(trailer, 'Info')];
    const [head = ''] = /^xref\s+0 \d+ ?\r?\n/.exec(await readAt(file, Number(table), 64)) ?? [];
    if (root === null || info === null || head === '' || trailer.includes('/Prev')) return null;
    const entries = Number(table) + head.length;
    return new PdfFile(file, { size: Number(size), root, info, entries, table: Number(table) }, end);
  }

  private constructor(
    file: FileHandle,
    trailer: { size: number; root: number; info: number; entries: number; table: number },
    end: number,
  ) {
    this.#file = file;
    this.#trailer = trailer;
    this.#end = end;
  }

  get root(): number {
    return this.#trailer.root;
  }

  get info(): number {
    return this.#trailer.info;
  }

  /** Number for the next added object. */
  get next(): number {
    return this.#trailer.size;
  }

  /** Returns the text of an object without a stream. Refuses (Error) an object that is not at its listed position. */
  async read(number: number): Promise<string> {
    return (await this.#find(number)).text;
  }

  async #find(number: number): Promise<{ at: number; text: string }> {
    const entry = await readAt(this.#file, this.#trailer.entries + number * entryLength, entryLength);
    const at = Number(entry.slice(0, 10));
    const head = `${number} 0 obj`;
    let text = '';
    for (let length = chunkLength; !text.includes('endobj'); length *= 2) {
      const more = await readAt(this.#file, at, length);
      if (!more.startsWith(head) || more.length === text.length) throw new Error(`no object ${number}`);
      text = more;
    }
    return { at: at + head.length, text: text.slice(head.length, text.indexOf('endobj')) };
  }

  /** Overwrites a replaced object with spaces. */
  async blank(number: number): Promise<void> {
    const { at, text } = await this.#find(number);
    const nothing = `\n<<${' '.repeat(text.length - 6)}>>\n`;
    await this.#file.write(Buffer.from(nothing, 'latin1'), 0, text.length, at);
  }

  /** Appends new objects, or new versions of existing ones, by number, and their table. */
  async append(objects: ReadonlyMap<number, string>): Promise<void> {
    const numbers = [...objects.keys()].sort((one, other) => one - other);
    const { root, info, table, size } = this.#trailer;
    let text = '\n';
    const places = numbers.map((number) => {
      const at = this.#end + text.length;
      text += `${number} 0 obj\n${objects.get(number)}\nendobj\n`;
      return `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    });
    const start = this.#end + text.length;
    const all = Math.max(size, 1 + (numbers.at(-1) ?? 0));
    text += `xref\n${places.join('')}trailer\n<</Size ${all}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/Prev ${table}>>\nstartxref\n${start}\n%%EOF\n`;
    const bytes = Buffer.from(text, 'latin1');
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Opens a PDF for `use`; null for one of another engine's format. */
export async function withPdf<Result>(
  place: string,
  use: (pdf: PdfFile) => Promise<Result>,
): Promise<Result | null> {
  const pdf = await PdfFile.open(place);
  if (pdf === null) return null;
  try {
    return await use(pdf);
  } finally {
    await pdf.close();
  }
}

/** Number of the object referenced by a key of a dictionary; null without a reference. */
export function findReference(dictionary: string, key: string): number | null {
  const [, number] = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary) ?? [];
  return number === undefined ? null : Number(number);
}

/** Bytes as characters with the same codes, up to the end of the file. */
async function readAt(file: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.toString('latin1', 0, bytesRead);
}
