import type { Translate } from '../../domain/words/translate.ts';
import { forWordAlone } from '../../server/reports/docx/contents.ts';
import type { ServerWords } from '../../server/words.ts';
import { each, field, head, optional, p, page, paragraph, run, spaces, when } from './markup.ts';
import { prose, writePart } from './parts.ts';

const forWord = (content: string) => `<w:r>${forWordAlone(content)}</w:r>`;

const writeCover = (t: Translate) =>
  [
    paragraph('Picture', run('{logo}')),
    p('Kind', '{kind}{#draft} · {draft}{/draft}'),
    p('Title', '{title}'),
    p('Subtitle', '{mission}'),
    ...[
      [t('reports.version'), 'version'],
      [t('reports.organisation'), 'organisation'],
      [t('reports.period'), 'period'],
      [t('reports.issued'), 'issued'],
      [t('reports.data_as_of'), 'data_as_of'],
    ].map(([label, name]) =>
      when(
        name ?? '',
        paragraph(
          'CoverField',
          `${run(`${t('reports.labelled', { label: label ?? '' })} `, '<w:b/>')}${run(`{${name}}`)}`,
        ),
      ),
    ),
  ].join('');

/**
 * Writes the entries in advance, each with a field for its page. The table around them is for Word alone: LibreOffice calculates no fields
 * within a table of contents until somebody updates it.
 */
const writeContents = (t: Translate) =>
  [
    p('ContentsHeading', t('reports.contents')),
    paragraph(
      'Tag',
      [
        '<w:fldChar w:fldCharType="begin"/>',
        '<w:instrText xml:space="preserve"> TOC \\o "1-1" \\h \\z \\t "Appendix Heading,1" </w:instrText>',
        '<w:fldChar w:fldCharType="separate"/>',
      ]
        .map(forWord)
        .join(''),
    ),
    each('sections', p('TOC1', '{entry}')),
    paragraph('Tag', forWord('<w:fldChar w:fldCharType="end"/>')),
    paragraph('Tag', '<w:r><w:br w:type="page"/></w:r>'),
  ].join('');

const writeSections = (t: Translate) =>
  each(
    'sections',
    when('is_chapter', p('Heading1', '{heading}')),
    when('is_appendix', p('AppendixHeading', '{heading}')),
    optional('Quiet', 'unstated'),
    prose('paragraphs'),
    each('parts', writePart(t)),
  );

/** Writes the body of the document, with labels in the template's language. */
export const writeDocument = (t: Translate) =>
  `${head}<w:document ${spaces}><w:body>${writeCover(t)}${writeContents(t)}${writeSections(t)}<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/><w:pgSz w:w="${page.width}" w:h="${page.height}"/><w:pgMar w:top="1304" w:right="${page.margin}" w:bottom="1247" w:left="${page.margin}" w:header="567" w:footer="510" w:gutter="0"/></w:sectPr></w:body></w:document>`;

export const header = `${head}<w:hdr ${spaces}>${p('Header', '{classification}{#draft}  {draft}{/draft}')}</w:hdr>`;
/** Writes the page footer, with the classification, and the page number and count as fields. */
export function writeFooter(words: ServerWords): string {
  const numbered = words.tell('reports.page', {
    page: { xml: field('PAGE', run('1')) },
    pages: { xml: field('NUMPAGES', run('1')) },
  }) as (string | { xml: string })[];
  const place = numbered.map((one) => (typeof one === 'string' ? run(one) : one.xml)).join('');
  return `${head}<w:ftr ${spaces}>${p('Header', '{classification}')}${paragraph('Footer', `${run('{title}')}<w:r><w:tab/></w:r>${place}`)}</w:ftr>`;
}
