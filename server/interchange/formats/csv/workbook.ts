import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import yauzl from 'yauzl';
import { importBounds } from '../../bounds.ts';
import { ImportRefusal } from '../../format.ts';
import { listTags } from '../../reading/xml.ts';

/** Unpacked size of the workbook parts that are read. */
const largestParts = 64 * 1024 * 1024;
const mostParts = 2000;
const mostCells = 2_000_000;
const mostColumns = 500;
/** Limit of the length of a number format's tag. */
const longestFormat = 5000;
const mostAttributes = 200;

/**
 * Takes the bytes of an XLSX and the name of the wanted sheet (null for the first with a row of heads, else the first that is not
 * empty), returns its cells as texts and the names of all sheets, the wanted one first. Formulas become their saved values.
 * Refuses damaged, encrypted and oversized workbooks, and entities, which workbooks never have.
 */
export async function readWorkbook(
  bytes: Buffer,
  sheet: string | null,
  areHeads: (cells: readonly string[]) => boolean = () => true,
): Promise<{ rows: string[][]; sheets: string[] }> {
  const parts = await unpack(bytes);
  const total = { cells: 0, area: 0 };
  for (const [name, part] of Object.entries(parts)) checkPart(name, Buffer.from(part).toString(), total);
  const read = await readSheets(parts);
  const wanted = sheet === null ? findSheet(read, areHeads) : read.find(({ name }) => name === sheet);
  if (wanted === undefined) {
    throw new ImportRefusal(`The workbook has no sheet “${(sheet ?? '').slice(0, 100)}”`);
  }
  const others = read.filter((other) => other !== wanted);
  return { rows: wanted.rows, sheets: [wanted, ...others].map(({ name }) => name) };
}

/** A workbook may begin with a cover. */
const looked = 20;

function findSheet<Sheet extends { rows: string[][] }>(
  sheets: readonly Sheet[],
  areHeads: (cells: readonly string[]) => boolean,
): Sheet | undefined {
  const isFilled = ({ rows }: Sheet) => rows.some((cells) => cells.some((cell) => cell.trim() !== ''));
  const hasHeads = ({ rows }: Sheet) => rows.slice(0, looked).some(areHeads);
  return sheets.find(hasHeads) ?? sheets.find(isFilled) ?? sheets[0];
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
    // The library's message on a damaged workbook is meant for developers.
    throw damaged();
  }
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell).toWellFormed();
  return Number.isNaN(cell.getTime()) ? '' : writeMoment(cell.getTime());
}

/** Fractions of a day are rounded on saving, so that a whole second comes back slightly off. */
const roundedBy = 50;

/** A moment by the sheet's clock, without a zone; only the time of day for a cell without a day. */
function writeMoment(moment: number): string {
  const second = Math.round(moment / 1000) * 1000;
  const isWhole = Math.abs(moment - second) <= roundedBy;
  const text = new Date(isWhole ? second : Math.round(moment)).toISOString().replace('T', ' ').slice(0, -1);
  const shown = isWhole ? text.slice(0, -'.000'.length) : text;
  return /^(?:1899-12-3[01]|1904-01-01) /.test(shown) ? shown.slice('1904-01-01 '.length) : shown;
}

const ofCells =
  /^(?:\[Content_Types\]|_rels\/|xl\/(?:_rels\/|worksheets\/|workbook|sharedStrings|styles)).*(?:xml|rels)$/i;

/** The parts that contain cells. They are measured before unpacking, and can't be longer than declared. */
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

/** The library fills the gaps between cells, so that one distant cell makes a table of billions. */
function checkPart(name: string, xml: string, total: { cells: number; area: number }): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new ImportRefusal('The workbook defines entities of XML, which no spreadsheet program does');
  }
  const isSheet = /worksheets\//i.test(name);
  const sheets = new Set<string>();
  let [lastRow, lastColumn, depth] = [0, 0, 0];
  for (const tag of listTags(xml)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!/^<[?!]/.test(tag) && !tag.endsWith('/>')) depth += 1;
    if (depth > importBounds.depth) throw damaged();
    // Date formats are detected with backtracking expressions; a program writes at most 255 characters.
    if (tag.length > longestFormat && /^<(?:[\w.-]{1,100}:)?numFmt\s/.test(tag)) throw tooLarge();
    if (tag.length > longestFormat && tag.split('=', mostAttributes).length === mostAttributes)
      throw tooLarge();
    if (/^<(?:[\w.-]{1,100}:)?sheet\s/.test(tag)) {
      // Each further name for a sheet makes another copy of its rows.
      for (const id of listValues(tag, 'id')) {
        if (sheets.has(id)) throw damaged();
        sheets.add(id);
      }
    }
    const kind = isSheet ? /^<(?:[\w.-]{1,100}:)?(row|c)[\s/>]/.exec(tag)?.[1] : undefined;
    if (kind === undefined) continue;
    if (kind === 'c' && ++total.cells > mostCells) throw tooLarge();
    for (const reference of listValues(tag, 'r')) {
      const parts = /^([A-Z]{0,3})([0-9]{1,7})$/.exec(reference);
      if (parts === null) throw damaged();
      lastRow = Math.max(lastRow, Number(parts[2]));
      lastColumn = Math.max(lastColumn, toColumn(parts[1] ?? ''));
    }
  }
  if (lastRow > importBounds.rows + 1) {
    throw new ImportRefusal(`The sheet has more than ${importBounds.rows} rows`);
  }
  if (lastColumn > mostColumns) throw new ImportRefusal(`The sheet has more than ${mostColumns} columns`);
  total.area += lastRow * lastColumn;
  if (total.area > 2 * mostCells) throw tooLarge();
}

const attribute = /[\s/]*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/**
 * All values that a reader could take for this attribute of a tag. Refuses a tag that another reader could understand
 * differently.
 */
function* listValues(tag: string, wanted: string): Generator<string> {
  let read = tag.search(/[\s/>]/);
  attribute.lastIndex = read;
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    const [, name = '', double, single] = match;
    if (name === wanted || name.endsWith(`:${wanted}`)) yield double ?? single ?? '';
    read = attribute.lastIndex;
  }
  if (!/^[\s/]*>?$/.test(tag.slice(read))) throw damaged();
}

function toColumn(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}
