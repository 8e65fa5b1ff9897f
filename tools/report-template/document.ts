import { each, field, head, optional, p, page, paragraph, run, spaces, when } from './markup.ts';
import { part, prose } from './parts.ts';

const cover = [
  paragraph('Picture', run('{logo}')),
  p('Kind', '{kind}{#draft} · {draft}{/draft}'),
  p('Title', '{title}'),
  p('Subtitle', '{mission}'),
  ...[
    ['Organisation', 'organisation'],
    ['Client', 'client'],
    ['Period', 'period'],
    ['Issued', 'issued'],
    ['Data as of', 'data_as_of'],
  ].map(([label, name]) =>
    when(name ?? '', paragraph('CoverField', `${run(`${label}: `, '<w:b/>')}${run(`{${name}}`)}`)),
  ),
].join('');

// The entries stand there from the start; whoever wants page numbers updates the field.
const contents = [
  p('ContentsHeading', 'Contents'),
  paragraph(
    'Tag',
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>',
  ),
  each('sections', p('TOC1', '{number}  {title}')),
  paragraph('Tag', '<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
  paragraph('Tag', '<w:r><w:br w:type="page"/></w:r>'),
].join('');

const sections = each(
  'sections',
  p('Heading1', '{number}  {title}'),
  optional('Quiet', 'unstated'),
  prose('paragraphs'),
  each('parts', part),
);

export const document = `${head}<w:document ${spaces}><w:body>${cover}${contents}${sections}<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/><w:pgSz w:w="${page.width}" w:h="${page.height}"/><w:pgMar w:top="1304" w:right="${page.margin}" w:bottom="1247" w:left="${page.margin}" w:header="567" w:footer="510" w:gutter="0"/></w:sectPr></w:body></w:document>`;

export const header = `${head}<w:hdr ${spaces}>${p('Header', '{classification}')}</w:hdr>`;
export const footer = `${head}<w:ftr ${spaces}>${paragraph(
  'Footer',
  `${run('{title}')}<w:r><w:tab/></w:r>${run('Page ')}${field('PAGE', run('1'))}${run(' of ')}${field('NUMPAGES', run('1'))}`,
)}</w:ftr>`;
