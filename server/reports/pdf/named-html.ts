import { copyFile, link, rm } from 'node:fs/promises';
import type { PdfPrinter } from '../renderer.ts';

type Print<T> = (...args: Parameters<PdfPrinter>) => Promise<T>;

/** Takes a printer, returns one that gives every file a name ending in .html, because browsers show others as plain text. */
export function namedHtml<T>(print: Print<T>): Print<T> {
  return async (htmlFile, pdfFile, stop) => {
    // Links in the same folder, because a hard link can't lead to another disk, and browsers resolve symbolic links.
    const named = `${htmlFile}.html`;
    try {
      await link(htmlFile, named).catch(() => copyFile(htmlFile, named));
      return await print(named, pdfFile, stop);
    } finally {
      await rm(named, { force: true }).catch(() => {});
    }
  };
}
