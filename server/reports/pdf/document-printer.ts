import { open, rename, rm } from 'node:fs/promises';
import { readHead } from '../html/head.ts';
import type { PdfPrinter, Printed, ReportPrinter } from '../renderer.ts';
import { listLinkWords } from './link-words.ts';
import { mergeInThread } from './merge-job.ts';
import { writeMetadata } from './metadata.ts';
import { namedHtml } from './named-html.ts';
import { fillRoom, findRoom, readPages } from './page-numbers.ts';
import { withPdf } from './pdf-file.ts';
import { printParts } from './print-parts.ts';

/** More than the head of any report. */
const headLength = 65_536;

/**
 * Takes a printer, returns one that prints reports with page numbers in the contents, with complete tags, and with title, author and
 * language in the file. Leaves a file of another engine's format as printed.
 */
export function createDocumentPrinter(print: PdfPrinter): ReportPrinter {
  return namedHtml(async (htmlFile, pdfFile, stop) => {
    const head = await readStart(htmlFile);
    const printed =
      (await printParts(print, htmlFile, pdfFile, stop)) ??
      (await printWhole(print, htmlFile, pdfFile, stop));
    const isAccessible = printed !== null;
    await withPdf(pdfFile, (pdf) => writeMetadata(pdf, { ...readHead(head), isAccessible }));
    return printed ?? { missingGlyphs: 0 };
  });
}

/** Prints a document twice if its contents have room for page numbers. Returns null where its tags can't be completed. */
async function printWhole(
  print: PdfPrinter,
  htmlFile: string,
  pdfFile: string,
  stop: AbortSignal,
): Promise<Printed | null> {
  const head = await readStart(htmlFile);
  const printed = `${pdfFile}.printed`;
  try {
    await print(htmlFile, printed, stop);
    const room = findRoom(head);
    const pages = room === null ? null : await withPdf(printed, readPages);
    if (room !== null && pages !== null) {
      await writeAt(htmlFile, room.at, fillRoom(pages.targets, room.length));
      await rm(printed);
      await print(htmlFile, printed, stop);
    }
    const words = await listLinkWords(htmlFile);
    const finish = { words, overlay: null };
    const merged = await mergeInThread({ places: [printed], merged: pdfFile, finish }, stop);
    if (merged === null) await rename(printed, pdfFile);
    return merged;
  } finally {
    await rm(printed, { force: true });
  }
}

/** One character per byte, so that positions match the file. */
async function readStart(place: string): Promise<string> {
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function writeAt(place: string, at: number, text: string): Promise<void> {
  const file = await open(place, 'r+');
  try {
    await file.write(Buffer.from(text, 'latin1'), 0, text.length, at);
  } finally {
    await file.close();
  }
}
