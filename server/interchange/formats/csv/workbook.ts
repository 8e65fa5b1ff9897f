import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import yauzl from 'yauzl';
import { importBounds } from '../../bounds.ts';
import { ImportRefusal } from '../../format.ts';

/** Of the parts of a workbook that are read, once they are unpacked. */
const largestParts = 64 * 1024 * 1024;
const mostParts = 2000;
const mostCells = 2_000_000;
const mostColumns = 500;

/**
 * Takes the bytes of an XLSX and the name of the sheet that is wanted (null for the first), returns its cells as texts and the names
 * of all sheets, that one first. Formulas are the values that were saved with them. Refuses damaged, encrypted and too large
 * workbooks, and what XML of workbooks never has: entities.
 */
export async function readWorkbook(
  bytes: Buffer,
  sheet: string | null,
): Promise<{ rows: string[][]; sheets: string[] }> {
  const parts = await unpack(bytes);
  for (const [name, part] of Object.entries(parts)) checkPart(name, Buffer.from(part).toString());
  const read = await readSheets(parts);
  const wanted = sheet === null ? read[0] : read.find(({ name }) => name === sheet);
  if (wanted === undefined) {
    throw new ImportRefusal(`The workbook has no sheet “${(sheet ?? '').slice(0, 100)}”`);
  }
  const others = read.filter((other) => other !== wanted);
  return { rows: wanted.rows, sheets: [wanted, ...others].map(({ name }) => name) };
}

async function readSheets(parts: Record<string, Uint8Array>): Promise<{ name: string; rows: string[][] }[]> {
  const packed = zipSync(parts, { level: 0 });
  try {
    const sheets = await readXlsxFile<string>(packed.buffer as ArrayBuffer, {
      trim: false,
      parseNumber: (text) => text,
    });
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(toText)) }));
  } catch {
    // What the library says of a damaged workbook is for whoever made it.
    throw damaged();
  }
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell).toWellFormed();
  // A moment by the clock of the sheet, which says no zone.
  return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 19).replace('T', ' ');
}

const ofCells =
  /^(?:\[Content_Types\]|_rels\/|xl\/(?:_rels\/|worksheets\/|workbook|sharedStrings|styles)).*(?:xml|rels)$/i;

/** The parts that say what stands in cells. They are measured before they are unpacked, and can't be longer than they say. */
async function unpack(bytes: Buffer): Promise<Record<string, Uint8Array>> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes);
    if (zip.entryCount > mostParts) throw tooLarge();
    const parts = new Map<string, Uint8Array>();
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      if (!ofCells.test(entry.fileName)) continue;
      if (entry.isEncrypted()) throw new ImportRefusal('The workbook is encrypted');
      unpacked += entry.uncompressedSize;
      if (unpacked > largestParts) throw tooLarge();
      if (parts.has(entry.fileName)) throw damaged();
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      parts.set(entry.fileName, Buffer.concat(chunks));
    }
    return Object.fromEntries(parts);
  } catch (error) {
    throw error instanceof ImportRefusal ? error : damaged();
  }
}

const tooLarge = () => new ImportRefusal('The workbook is larger than can be read');
const damaged = () => new ImportRefusal('The workbook is damaged, or is none');

const tag = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const reference = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** The library fills the gaps between cells, so that one cell far away is a table of billions. */
function checkPart(name: string, xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new ImportRefusal('The workbook defines entities of XML, which no spreadsheet program does');
  }
  if (!/worksheets\//i.test(name)) return;
  let [cells, lastRow, lastColumn] = [0, 0, 0];
  for (const [, kind, attributes = ''] of xml.matchAll(tag)) {
    if (kind === 'c' && ++cells > mostCells) throw tooLarge();
    const match = reference.exec(attributes);
    if (match === null) continue;
    const parts = /^([A-Z]{0,3})([0-9]{1,7})$/.exec(match[1] ?? match[2] ?? '');
    if (parts === null) throw damaged();
    lastRow = Math.max(lastRow, Number(parts[2]));
    lastColumn = Math.max(lastColumn, toColumn(parts[1] ?? ''));
  }
  if (lastRow > importBounds.rows + 1) {
    throw new ImportRefusal(`The sheet has more than ${importBounds.rows} rows`);
  }
  if (lastColumn > mostColumns) throw new ImportRefusal(`The sheet has more than ${mostColumns} columns`);
  if (lastRow * lastColumn > 2 * mostCells) throw tooLarge();
}

function toColumn(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}
