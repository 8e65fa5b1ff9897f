import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import type { ReportTemplate } from '../../../server/report-templates/contract.ts';
import { bodyOf } from '../missions/factories.ts';
import type { Client } from '../servers/server.ts';

/** Damson's own template for Word. */
export const own = readFileSync(new URL('../../../resources/report-template.docx', import.meta.url));
export type Files = Record<string, Uint8Array>;

/** Damson's own template with another body and changed parts. */
export function templateOf(body: string, change: (files: Files) => void = () => {}): Buffer {
  const files = unzipSync(own);
  const document = strFromU8(files['word/document.xml'] as Uint8Array);
  files['word/document.xml'] = strToU8(
    document.replace(/<w:body>.*(?=<w:sectPr>)/s, () => `<w:body>${body}`),
  );
  change(files);
  return Buffer.from(zipSync(files as Zippable));
}

/** A paragraph for each text. */
export function paragraphs(...texts: string[]): string {
  return texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
}

/** Adds a relationship of the document to a template. */
export function addRelation(attributes: string): (files: Files) => void {
  return (files) => {
    const name = 'word/_rels/document.xml.rels';
    const text = strFromU8(files[name] as Uint8Array);
    files[name] = strToU8(text.replace('</Relationships>', `<Relationship ${attributes}/></Relationships>`));
  };
}

/** Prefix of the types of relationships. */
export const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word field whose code is split into these pieces. */
export function fieldOf(...codes: string[]): string {
  const texts = codes.map((code) => `<w:r><w:instrText>${code}</w:instrText></w:r>`).join('');
  return `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${texts}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
}

/** The form of an upload. */
export function templateForm(
  bytes: Buffer,
  { name, fileName = 'Acme.docx' }: { name?: string; fileName?: string } = {},
): FormData {
  const form = new FormData();
  if (name !== undefined) form.set('name', name);
  form.set('file', new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}

/** Adds a template with this name. */
export async function newReportTemplate(client: Client, name = 'Letterhead'): Promise<ReportTemplate> {
  const raw = templateForm(templateOf(paragraphs('{title}')), { name });
  return bodyOf(await client.request('POST', '/api/v1/report-templates', { raw }), 201);
}
