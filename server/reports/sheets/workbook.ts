import writeExcelFile, { type CellObject, type Sheet } from 'write-excel-file/node';
import { settleZip } from '../zip.ts';
import { toCellText } from './cells.ts';
import { addListObjects } from './list-objects.ts';

export type XlsxCell = CellObject | null;

/** Limits the height of a row, because an output of a thousand lines would fill the screen. */
const longestWrapped = 200;

/** A sheet of a workbook; `heads` belong to its table, in the first row. */
export type BookSheet = { sheet: Sheet<never>; heads: readonly string[] | null };

/** Writes sheets as a workbook; the same sheets give the same bytes. */
export async function writeWorkbook(sheets: readonly BookSheet[]): Promise<Uint8Array> {
  const workbook = await writeExcelFile(
    sheets.map(({ sheet }) => sheet),
    { fontFamily: 'Calibri', fontSize: 11 },
  ).toBuffer();
  const tables = sheets.map(({ sheet, heads }) =>
    heads === null ? null : { heads: heads.map(toCellText), rows: sheet.data.length - 1 },
  );
  return settleZip(workbook, (files) => addListObjects(files, tables));
}

const widths = { narrowest: 12, widest: 40 };

/** A sheet of texts, with the heads in its first row. */
export function toTextSheet(sheet: string, [heads = [], ...rows]: readonly (readonly string[])[]): BookSheet {
  const longest = heads.map((head, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), head.length),
  );
  return {
    sheet: {
      sheet,
      columns: longest.map((width) => ({
        width: Math.min(Math.max(width, widths.narrowest), widths.widest),
      })),
      stickyRowsCount: 1,
      orientation: 'landscape',
      data: [
        heads.map(toHeadCell),
        ...rows.map((row) => row.map((text) => (text === '' ? null : toTextCell(text)))),
      ],
    },
    heads,
  };
}

export function toHeadCell(value: string): XlsxCell {
  return {
    type: String,
    value,
    fontWeight: 'bold',
    textColor: '#ffffff',
    backgroundColor: '#3b3f46',
    alignVertical: 'center',
    wrap: true,
  };
}

/** Writes text cells as text, so that none of them is read as a formula. */
export function toTextCell(text: string): XlsxCell {
  const value = escapeMarks(toCellText(text));
  return { type: String, value, alignVertical: 'top', wrap: value.length <= longestWrapped };
}

/** Spreadsheets read `_x000D_` as a carriage return, so text that looks like such a code is escaped. */
function escapeMarks(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}
