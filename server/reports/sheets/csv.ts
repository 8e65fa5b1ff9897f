import { type Zippable, zipSync } from 'fflate';
import { toCsvLine } from '../../csv.ts';
import { openSource } from '../content/source.ts';
import type { ReportModel } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { zipTime } from '../zip.ts';
import { openZone, toCellText, toWallClock } from './cells.ts';
import { type Cell, type Table, toTables } from './tables.ts';

/** A byte order mark, so that spreadsheets read the file as UTF-8. */
const mark = '\ufeff';

/** Writes tests, facts, remediations, findings and the list of evidence as one CSV file each, in a zip. */
export async function renderCsv(model: ReportModel, { write, progress }: RenderContext): Promise<void> {
  const zone = model.report.options.time_zone;
  const tables = toTables(openSource(model));
  const files: Zippable = {};
  for (const [index, table] of tables.entries()) {
    files[`${table.name.toLowerCase()}.csv`] = Buffer.from(toCsv(table, zone));
    progress((index + 1) / (tables.length + 1));
  }
  await write(zipSync(files, { mtime: zipTime }));
  progress(1);
}

/** A table as in RFC 4180, with the time zone in the names of time columns. */
function toCsv({ columns, rows }: Table, timeZone: string): string {
  const zone = openZone(timeZone);
  const hasTimes = columns.map((_, index) => rows.some((row) => isTime(row[index] ?? null)));
  const head = columns.map(({ name }, index) => (hasTimes[index] ? `${name} (${timeZone})` : name));
  const lines = [head, ...rows].map((row) => toCsvLine(row.map((cell) => toCsvCell(cell, zone))));
  return `${mark}${lines.join('')}`;
}

function isTime(cell: Cell): cell is { time: string } {
  return cell !== null && typeof cell === 'object' && 'time' in cell;
}

function toCsvCell(cell: Cell, zone: Intl.DateTimeFormat): string | number {
  if (cell === null) return '';
  if (typeof cell === 'number') return cell;
  const text = typeof cell === 'string' ? cell : 'day' in cell ? cell.day : writeTime(cell.time, zone);
  return toCellText(text);
}

function writeTime(at: string, zone: Intl.DateTimeFormat): string {
  return toWallClock(at, zone)?.toISOString().slice(0, 19).replace('T', ' ') ?? at;
}
