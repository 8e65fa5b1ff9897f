import { open, rm } from 'node:fs/promises';
import { readHead } from '../html/head.ts';
import type { PdfPrinter } from '../renderer.ts';
import { writeMetadata } from './metadata.ts';
import { namedHtml } from './named-html.ts';
import { fillRoom, findRoom, readPages } from './page-numbers.ts';
import { PdfFile } from './pdf-file.ts';

/** More than the head of any report. */
const headLength = 65_536;

/**
 * Takes a printer, returns one that prints reports with page numbers in the contents, and with title, author and language in the
 * file. Leaves a file of another engine's format as printed.
 */
export function createDocumentPrinter(print: PdfPrinter): PdfPrinter {
  return namedHtml(async (htmlFile, pdfFile, stop) => {
    const head = await readStart(htmlFile);
    await print(htmlFile, pdfFile, stop);
    const room = findRoom(head);
    if (room !== null) {
      const pages = await withPdf(pdfFile, readPages);
      if (pages !== null) {
        await writeAt(htmlFile, room.at, fillRoom(pages, room.length));
        await rm(pdfFile);
        await print(htmlFile, pdfFile, stop);
      }
    }
    await withPdf(pdfFile, (pdf) => writeMetadata(pdf, readHead(head)));
  });
}

async function withPdf<Result>(
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
