import { writeText } from './merged-part.ts';
import type { PdfFile } from './pdf-file.ts';

/** Metadata of a PDF. */
export type Metadata = {
  title: string;
  author: string | null;
  language: string;
  /** Whether its tags are complete, as PDF/UA requires. */
  isAccessible: boolean;
};

/** Program named in the file as its creator. */
const creator = 'Damson';

/** Writes this metadata into a PDF, replacing the browser's. */
export async function writeMetadata(pdf: PdfFile, metadata: Metadata): Promise<void> {
  const { title, author } = metadata;
  const before = await pdf.read(pdf.info);
  const [made = ''] = /\/CreationDate \([^)]*\)/.exec(before) ?? [];
  const [changed = ''] = /\/ModDate \([^)]*\)/.exec(before) ?? [];
  const [producer = ''] = /\/Producer \([^)]*\)/.exec(before) ?? [];
  const catalogue = (await pdf.read(pdf.root)).trim();
  const xmp = describeInXml(metadata);
  const about = [
    `/Title ${writeText(title)}`,
    author === null ? '' : `/Author ${writeText(author)}`,
    `/Creator ${writeText(creator)}`,
    producer,
    made,
    changed,
  ].filter((line) => line !== '');
  const { next } = pdf;
  await pdf.append(
    new Map([
      [pdf.info, `<<${about.join('\n')}>>`],
      [pdf.root, catalogue.replace('/Type /Catalog', `/Type /Catalog\n/Metadata ${next} 0 R`)],
      [next, `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`],
    ]),
  );
  await pdf.blank(pdf.info);
}

const accessible =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

/** The same as XMP, in ASCII only. */
function describeInXml({ title, author, language, isAccessible }: Metadata): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
${author === null ? '' : `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>\n`}<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>${creator}</xmp:CreatorTool>
</rdf:Description>${isAccessible ? accessible : ''}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

function escapeXml(text: string): string {
  return [...text]
    .map((character) => (/[<>&"']|[^ -~]/.test(character) ? `&#${character.codePointAt(0)};` : character))
    .join('');
}
