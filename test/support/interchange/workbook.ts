import { strToU8, type Zippable, zipSync } from 'fflate';

export type Cell = string | { v: string; t?: string; s?: number; f?: string };

/** A minimal workbook like those of spreadsheet programs. */
export function workbook(
  sheets: Record<string, Cell[][]>,
  change: Zippable = {},
  { is1904 = false } = {},
): Buffer {
  const names = Object.keys(sheets);
  const toCell = (cell: Cell, at: string) => {
    if (typeof cell === 'string')
      return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${inXml(cell)}</t></is></c>`;
    const formula = cell.f === undefined ? '' : `<f>${inXml(cell.f)}</f>`;
    return `<c r="${at}" t="${cell.t ?? 'n'}" s="${cell.s ?? 0}">${formula}<v>${inXml(cell.v)}</v></c>`;
  };
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const types = 'http://schemas.openxmlformats.org/package/2006';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${types}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${types}/relationships">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${links}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="s" Type="${links}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="21" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const [index, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map((row, number) => {
      const cells = row.map((cell, column) => toCell(cell, `${'ABCDEFGH'[column]}${number + 1}`));
      return `<row r="${number + 1}">${cells.join('')}</row>`;
    });
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
  const bytes = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync({ ...bytes, ...change }));
}

const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
