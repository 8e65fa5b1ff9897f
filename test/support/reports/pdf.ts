import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bodyOf } from '../missions/factories.ts';
import type { Client } from '../servers/server.ts';
import { fetchBytes, makeRendering } from './renderings.ts';

type ReadPdf = {
  bytes: Buffer;
  /** From pdfinfo. */
  about: Record<string, string>;
  /** Text of each page, in its layout. */
  pages: string[];
  bookmarks: string[];
  /** Tags, indented by their depth. */
  structure: string[];
  /** Tags of pictures, as in the file. */
  pictures: string[];
  /** Number of links that lead to a place in the document. */
  links: number;
  language: string | undefined;
};

/** Reason why no PDF can be read back here; false when it is possible. */
export function cannotReadPdf(chromium: string | null): string | false {
  if (chromium === null) return 'no Chromium is installed';
  return spawnSync('pdfinfo', ['-v']).error !== undefined && 'poppler-utils is not installed';
}

/** Drafts a report of a mission, prints it, and reads the PDF back with Poppler. */
export async function readPdf(
  client: Client,
  mission: { id: string },
  fields: { kind: string; title?: string; options?: object; texts?: object },
): Promise<ReadPdf> {
  const at = `/api/v1/missions/${mission.id}/reports`;
  const { id } = bodyOf(await client.post(at, { title: 'Report', ...fields }), 201);
  const { status, body } = await makeRendering(client, `${at}/${id}`, 'pdf');
  if (status !== 200) throw new Error(JSON.stringify(body));
  const bytes = await fetchBytes(client, `${at}/${id}/renderings/pdf`);
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-pdf-'));
  try {
    const file = path.join(folder, 'report.pdf');
    writeFileSync(file, bytes);
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const about = run('pdfinfo', file)
      .split('\n')
      .map((line) => line.split(/:\s+/, 2));
    const outline = run('pdftohtml', '-xml', '-i', '-stdout', file);
    return {
      bytes,
      about: Object.fromEntries(about),
      pages: run('pdftotext', '-layout', file, '-').split('\f').slice(0, -1),
      bookmarks: [...outline.matchAll(/<item page="\d+">([^<]*)<\/item>/g)].map(([, text = '']) =>
        text.replaceAll('&amp;', '&'),
      ),
      structure: run('pdfinfo', '-struct', file).split('\n'),
      pictures:
        bytes.toString('latin1').match(/<<\/Type \/StructElem\s+\/S \/Figure\b.*?>>\s*endobj/gs) ?? [],
      links: bytes.toString('latin1').split('/Subtype /Link').length - 1,
      language: /\/Lang \(([^)]*)\)/.exec(bytes.toString('latin1'))?.[1],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares the page numbers in the contents of a PDF with the pages of the sections; returns its entries. */
export function assertContents({ pages }: ReadPdf): RegExpExecArray[] {
  const [, contents = ''] = pages;
  const entries = [...contents.matchAll(/^ *(\d+|[A-Z]) +(\S.*?) {2,}(\d+)$/gm)];
  assert.ok(entries.length > 10, contents);
  for (const [, number = '', heading = '', page] of entries) {
    const isHeading = (line: string) => line.trim().replace(/ +/g, ' ') === `${number} ${heading}`;
    const found = pages.findIndex((text) => text.split('\n').some(isHeading));
    assert.equal(found + 1, Number(page), heading);
  }
  return entries;
}
