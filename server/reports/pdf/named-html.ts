import { copyFile, link, rm } from 'node:fs/promises';
import type { PdfPrinter } from '../renderer.ts';

/** Takes a printer, returns one to which every file goes by a name that ends with .html: browsers show others as plain text. */
export function namedHtml(print: PdfPrinter): PdfPrinter {
  return async (htmlFile, pdfFile, stop) => {
    // Beside it, for a link does not lead to another disk, and browsers look through symbolic ones.
    const named = `${htmlFile}.html`;
    try {
      await link(htmlFile, named).catch(() => copyFile(htmlFile, named));
      await print(named, pdfFile, stop);
    } finally {
      await rm(named, { force: true }).catch(() => {});
    }
  };
}
