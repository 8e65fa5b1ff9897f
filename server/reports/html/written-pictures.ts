import { listWrittenPictures } from '../content/written-pictures.ts';
import type { ReportEvidence } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { html } from './markup.ts';
import { markedPicture } from './picture-mark.ts';
import { cutPicture, detectPicture, writeCut, writePictureAddress } from './pictures.ts';
import type { Report } from './report.ts';

/** Enough for a report that refers to a picture again; each time adds all of its bytes. */
const mostTimes = 5;

/** The pictures of the texts of a document, which are read one at a time as it is written. */
export class WrittenPictures {
  readonly #report: Report;
  readonly #context: RenderContext;
  readonly #known: ReadonlyMap<string, ReportEvidence>;
  readonly #times = new Map<string, number>();
  readonly #printed: boolean;
  #bytes = 0;
  #tables = 0;

  constructor(report: Report, context: RenderContext, { printed }: { printed: boolean }) {
    this.#report = report;
    this.#context = context;
    this.#printed = printed;
    this.#known = listWrittenPictures(report.model);
  }

  /** Writes a piece of the document with its pictures. */
  async write(piece: string | Uint8Array): Promise<void> {
    const parts = typeof piece === 'string' ? piece.split(markedPicture) : [piece];
    for (const [index, part] of parts.entries()) {
      if (index % 3 === 0) await this.#writeText(part);
      if (index % 3 === 2)
        await this.#writePicture(String(parts[index - 1]), Buffer.from(String(part), 'hex').toString());
    }
  }

  /** The length of the pictures that were written since it was asked for. */
  takeLength(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }

  async #writeText(text: string | Uint8Array): Promise<void> {
    if (typeof text === 'string') {
      for (const [, end] of text.matchAll(/<(\/?)table\b/g)) this.#tables += end === '/' ? -1 : 1;
    }
    await this.#context.write(text);
  }

  async #writePicture(sha256: string, alt: string): Promise<void> {
    const { write } = this.#context;
    const file = this.#find(sha256);
    const bytes = file && (await this.#context.openWritten(file));
    const mimeType = bytes && detectPicture(bytes);
    if (!file || !bytes || !mimeType) {
      const said = this.#report.wording.t('reports.picture.not_shown', { alt });
      await write(html`<span class="quiet">${said}</span>`.text);
      return;
    }
    this.#bytes += bytes.length;
    const title = alt || (file.caption ?? file.file_name);
    // A column is narrower than a page, and its width would follow from that of the picture.
    const cut = this.#printed && this.#tables === 0 ? cutPicture(bytes) : null;
    if (cut !== null) {
      const said = { title, continued: this.#report.wording.t('reports.picture.continued', { title }) };
      for (const part of writeCut({ bytes, mimeType, cut }, said, 'text')) await write(part);
      await write('</span>');
      return;
    }
    await write(html`<img class="written" alt="${title}" src="`.text);
    for (const part of writePictureAddress(bytes, mimeType)) await write(part);
    await write('">');
  }

  #find(sha256: string): ReportEvidence | null {
    const times = this.#times.get(sha256) ?? 0;
    if (times >= mostTimes) return null;
    this.#times.set(sha256, times + 1);
    return this.#known.get(sha256) ?? null;
  }
}
