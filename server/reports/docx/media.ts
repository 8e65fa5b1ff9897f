import { createHash } from 'node:crypto';
import type { TemplateContext } from 'easy-template-x';

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/x-emf': 'emf',
};

/** Every type of picture in a report. */
export const pictureTypes = Object.entries(extensions).map(([type, extension]) => ({ type, extension }));

/** Takes the path and the bytes of a picture in the document. */
export type KeepPicture = (path: string, bytes: Uint8Array) => Promise<void>;

/** Pictures of a document, each handed over once and not held in memory. */
export class Media {
  readonly #keep: KeepPicture;
  readonly #known = new Map<string, string>();
  #drawings = 0;

  constructor(keep: KeepPicture) {
    this.#keep = keep;
  }

  /** Takes the place of the library's own list, which holds every picture until the end. */
  replaceIn({ docx }: TemplateContext): void {
    const add = (bytes: Uint8Array, type: string) => this.add(bytes, type, docx.rawZipFile.listFiles());
    Object.defineProperty(docx, 'mediaFiles', { value: { add } });
  }

  /** Number of the next drawing in the document. */
  nextDrawing(): number {
    this.#drawings += 1;
    return this.#drawings;
  }

  /** Takes a picture and the paths of the template, returns the path of the picture in the document. */
  async add(bytes: Uint8Array, type: string, taken: readonly string[]): Promise<string> {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const extension = extensions[type] ?? 'bin';
    let number = this.#known.size + 1;
    const name = () => `word/media/report${number}.${extension}`;
    while (taken.includes(name())) number += taken.length;
    this.#known.set(digest, name());
    await this.#keep(name(), bytes);
    return name();
  }
}
