import { strFromU8, strToU8, type Unzipped } from 'fflate';
import { html } from '../html/markup.ts';

/** A table in a sheet: its column heads, in the first row, and the number of rows below. */
export type ListObject = { heads: readonly string[]; rows: number };

/**
 * Takes the files of a workbook and the table of each sheet, null for none; turns them into tables that can be sorted and
 * filtered (ECMA-376, part 1, 18.5).
 */
export function addListObjects(files: Unzipped, tables: readonly (ListObject | null)[]): void {
  const change = (name: string, change: (xml: string) => string): void => {
    files[name] = strToU8(change(strFromU8(files[name] as Uint8Array)));
  };
  for (const [index, table] of tables.entries()) {
    if (table === null || !areDistinct(table.heads)) continue;
    const number = index + 1;
    change(`xl/worksheets/sheet${number}.xml`, (xml) =>
      xml.replace('</worksheet>', '<tableParts count="1"><tablePart r:id="table"/></tableParts></worksheet>'),
    );
    change(`xl/worksheets/_rels/sheet${number}.xml.rels`, (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="table" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table${number}.xml"/></Relationships>`,
      ),
    );
    change('[Content_Types].xml', (xml) =>
      xml.replace(
        '</Types>',
        `<Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml" PartName="/xl/tables/table${number}.xml"/></Types>`,
      ),
    );
    files[`xl/tables/table${number}.xml`] = strToU8(writeTable(number, table));
  }
}

/** Spreadsheet programs report a file as damaged if a table has two columns of the same name. */
function areDistinct(heads: readonly string[]): boolean {
  return new Set(heads.map((head) => head.toLowerCase())).size === heads.length;
}

function writeTable(number: number, { heads, rows }: ListObject): string {
  // A table has at least one row below its heads.
  const range = `A1:${nameColumn(heads.length)}${Math.max(rows, 1) + 1}`;
  const columns = heads.map((head, index) => html`<tableColumn id="${index + 1}" name="${head}"/>`.text);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="${number}" name="Table${number}" displayName="Table${number}" ref="${range}" totalsRowShown="0">`,
    `<autoFilter ref="${range}"/><tableColumns count="${heads.length}">${columns.join('')}</tableColumns>`,
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>',
  ].join('');
}

/** 1 is A, 27 is AA. */
function nameColumn(number: number): string {
  const last = (number - 1) % 26;
  const before = (number - 1 - last) / 26;
  return `${before === 0 ? '' : nameColumn(before)}${String.fromCharCode(65 + last)}`;
}
