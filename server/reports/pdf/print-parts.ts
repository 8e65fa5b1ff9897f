import { createReadStream } from 'node:fs';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { lastPage, partEnd, startOfParts } from '../html/head.ts';
import type { PdfPrinter, Printed } from '../renderer.ts';
import { readLinkWords } from './link-words.ts';
import { mergeInThread } from './merge-job.ts';
import { fillRoom, findRoom, readPages, sectionPrefix } from './page-numbers.ts';
import { withPdf } from './pdf-file.ts';

/**
 * Prints the parts of a document one by one, because a browser needs gigabytes of memory for thousands of tests at once, then the first
 * one again with the page numbers of its contents, and the number of the last page, which is laid over all pages. Leaves no other file behind. Returns null for other documents,
 * and files of another engine, which are printed whole.
 */
export async function printParts(
  print: PdfPrinter,
  htmlFile: string,
  pdfFile: string,
  stop: AbortSignal,
): Promise<Printed | null> {
  const pieces = readPieces(htmlFile);
  const { value: head } = await pieces.next();
  if (head === undefined) return null;
  const places: string[] = [];
  const html = `${htmlFile}.part.html`;
  const overlay = `${pdfFile}.overlay`;
  const printPart = async (body: string, place: string, rules: string) => {
    // Not as one text, which would be another copy of all pictures.
    await writeFile(html, fillHead(head, rules), { encoding: 'latin1', mode: 0o600 });
    for (const text of [body, writeAnchors(body)]) await appendFile(html, text, 'latin1');
    await rm(place, { force: true });
    await print(html, place, stop);
  };
  try {
    const targets = new Map<string, number>();
    const words = new Map<string, string>();
    let page = 1;
    let first = '';
    for await (const body of pieces) {
      const place = `${pdfFile}.${places.length}`;
      places.push(place);
      if (places.length === 1) first = body;
      readLinkWords(body, words);
      await printPart(body, place, page === 1 ? '' : startAt(page));
      const pages = await withPdf(place, readPages);
      if (pages === null) return null;
      for (const [target, at] of pages.targets) targets.set(target, page - 1 + at);
      page += pages.count;
    }
    const room = findRoom(head);
    if (room !== null) await printPart(first, places[0] as string, fillRoom(targets, room.length));
    await printPart(`<div style="page:${lastPage}">&#160;</div>`, overlay, startAt(page - 1));
    return await mergeInThread({ places, merged: pdfFile, finish: { words, overlay } }, stop);
  } finally {
    for (const file of [html, overlay, ...places]) await rm(file, { force: true });
  }
}

/** Numbers the first page of a document. */
const startAt = (page: number): string => `@page :first{counter-set:page ${page}}`;

const chunkLength = 1024 * 1024;

/** The head of a document in parts, then each part, one character per byte; nothing of another document. */
async function* readPieces(htmlFile: string): AsyncGenerator<string> {
  let end: string = startOfParts;
  /** The texts of the next piece that have been searched; joined once, because a piece has megabytes of pictures. */
  let before: string[] = [];
  let text = '';
  for await (const chunk of createReadStream(htmlFile, { encoding: 'latin1', highWaterMark: chunkLength })) {
    text += chunk;
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end)) {
      const last = text.slice(0, end === startOfParts ? at + end.length : at);
      const piece = [...before, last].join('');
      before = [];
      text = text.slice(at + end.length);
      end = partEnd;
      yield piece;
    }
    if (end === startOfParts) return;
    const searched = Math.max(0, text.length - end.length);
    before.push(text.slice(0, searched));
    text = text.slice(searched);
  }
  yield [...before, text].join('');
}

/** Puts rules into the space for page numbers. */
function fillHead(head: string, rules: string): string {
  const room = findRoom(head);
  if (room === null) return head;
  return `${head.slice(0, room.at)}${rules.padEnd(room.length)}${head.slice(room.at + room.length)}`;
}

/** Browsers leave out links without a target in the same part, and targets without a link. */
function writeAnchors(body: string): string {
  const list = (pattern: RegExp) => new Set([...body.matchAll(pattern)].map(([, name = '']) => name));
  const [targets, links] = [list(/ id="([\w-]+)"/g), list(/ href="#([\w-]+)"/g)];
  const missing = [...links].filter((name) => !targets.has(name));
  const unlinked = [...targets].filter((name) => !links.has(name) && name.startsWith(sectionPrefix));
  return [
    ...missing.map((name) => `<i id="${name}" hidden></i>`),
    ...unlinked.map((name) => `<a href="#${name}" hidden></a>`),
  ].join('');
}
