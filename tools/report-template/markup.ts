export const accent = '1F3A5F';
export const quiet = '5C6370';
export const line = 'D0D4DA';
/** In twentieths of a point: A4, and the space between its margins. */
export const page = { width: 11_906, height: 16_838, margin: 1134 };
export const room = page.width - 2 * page.margin;

export const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
export const types = 'application/vnd.openxmlformats-officedocument';
export const spaces = `xmlns:w="${main}" xmlns:r="${relations}" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:a="${drawing}/main" xmlns:pic="${drawing}/picture" xmlns:c="${drawing}/chart"`;
export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function run(text: string, properties = ''): string {
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}
export function paragraph(style: string, content: string, properties = ''): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}</w:pPr>${content}</w:p>`;
}
/** Removes the numbering of a heading that has its own number. */
export const unnumbered =
  '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr><w:ind w:left="0" w:firstLine="0"/>';
export function p(style: string, text: string): string {
  return paragraph(style, run(text));
}

/** Repeats the content for each entry of a list. */
export function each(name: string, ...content: string[]): string {
  return `${p('Tag', `{#${name}}`)}${content.join('')}${p('Tag', `{/${name}}`)}`;
}
/** Shows the content if this name has a value. */
export function when(name: string, ...content: string[]): string {
  return each(name, ...content);
}

/** A text, shown if it has a value. */
export function optional(style: string, name: string): string {
  return when(name, p(style, `{${name}}`));
}

export type Column = [title: string, share: number, ...texts: string[]];

const cellMargins =
  '<w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="80" w:type="dxa"/><w:bottom w:w="40" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar>';

/**
 * A table with a row for each entry of a list, and its head on every page. Rows stay on one page unless a text may be longer,
 * because LibreOffice cuts off such a row.
 */
export function table(list: string, columns: Column[], { hasHead = true, mayBeLong = false } = {}): string {
  const shares = columns.reduce((sum, [, share]) => sum + share, 0);
  const widths = columns.map(([, share]) => Math.floor((room * share) / shares));
  const cell = (index: number, content: string, shade = '') =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[index]}" w:type="dxa"/>${shade}</w:tcPr>${content}</w:tc>`;
  const heads = columns.map(([title], index) =>
    cell(index, p('CellHead', title), '<w:shd w:val="clear" w:color="auto" w:fill="EEF0F3"/>'),
  );
  const cells = columns.map(([title, , ...texts], index) => {
    const open = index === 0 ? run(`{#${list}}`) : '';
    const close = index === columns.length - 1 ? run(`{/${list}}`) : '';
    const style = hasHead ? 'Cell' : title === '' ? 'CellLabel' : 'Cell';
    const lines = texts.map((text, place) => {
      const before = place === 0 ? open : '';
      const after = place === texts.length - 1 ? close : '';
      return paragraph(place === 0 ? style : 'CellQuiet', `${before}${run(text)}${after}`);
    });
    return cell(index, lines.join(''));
  });
  return `<w:tbl><w:tblPr><w:tblW w:w="${room}" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="${line}"/><w:bottom w:val="single" w:sz="4" w:space="0" w:color="${line}"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="${line}"/></w:tblBorders><w:tblLayout w:type="fixed"/>${cellMargins}</w:tblPr><w:tblGrid>${widths
    .map((width) => `<w:gridCol w:w="${width}"/>`)
    .join('')}</w:tblGrid>${
    hasHead ? `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${heads.join('')}</w:tr>` : ''
  }<w:tr>${mayBeLong ? '' : '<w:trPr><w:cantSplit/></w:trPr>'}${cells.join('')}</w:tr></w:tbl>${p('AfterTable', '')}`;
}

/** Takes a caption with «number» and «title» in it. The field of the number counts the captions of the same label. */
export function writeCaption(style: string, caption: string, title: string): string {
  const [label = '', between = ''] = caption.split(/«\w+»/);
  const number = field(`SEQ ${label.trim()} \\* ARABIC`, run('1'));
  return paragraph(style, `${run(label)}${number}${run(`${between}${title}`)}`);
}

export function chart(id: number, height: number, description: string): string {
  const [cx, cy] = [room * 635, Math.round(height * 360_000)];
  return paragraph(
    'Picture',
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:docPr id="${100 + id}" name="Chart ${id}" descr="${description}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${drawing}/chart"><c:chart r:id="rIdChart${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  );
}

export function field(instruction: string, shown: string): string {
  return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
}
