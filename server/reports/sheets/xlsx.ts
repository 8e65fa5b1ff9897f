import { describeVersion, findOtherName, listShown, nameGenerator, nameKind } from '../content/document.ts';
import { openSource, type Source } from '../content/source.ts';
import type { ReportModel } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { openZone, toWallClock } from './cells.ts';
import { toFigureTables } from './figure-tables.ts';
import { type Cell, type Table, toTables } from './tables.ts';
import { type BookSheet, toHeadCell, toTextCell, writeWorkbook, type XlsxCell } from './workbook.ts';

/** Writes tests, facts, remediations, findings, the list of evidence and figures as a workbook, with a sheet describing it. */
export async function renderXlsx(model: ReportModel, { write, progress }: RenderContext): Promise<void> {
  const zone = openZone(model.report.options.time_zone);
  const source = openSource(model);
  const tables = [...toTables(source), ...toFigureTables(source)].map((table) => toSheet(table, zone));
  progress(0.4);
  const workbook = await writeWorkbook([toFront(source, zone), ...tables]);
  progress(0.8);
  await write(workbook);
  progress(1);
}

function toFront({ model, wording }: Source, zone: Intl.DateTimeFormat): BookSheet {
  const { t } = wording;
  const { report, mission } = model;
  const rows: (readonly [string, Cell])[] = [
    [t('report_sheets.report'), report.title],
    [t('reports.kind'), nameKind(model, wording)],
    [t('reports.version'), describeVersion(model, wording)],
    [t('reports.classification'), report.options.classification],
    [t('reports.mission'), mission.name],
    [t('reports.organisation'), mission.organisation],
    [t('reports.client'), findOtherName(mission)],
    [t('reports.from'), mission.start_date === null ? null : { day: mission.start_date }],
    [t('report_sheets.to'), mission.end_date === null ? null : { day: mission.end_date }],
    [t('report_sheets.status'), t(report.issued === null ? 'reports.draft' : 'reports.issued')],
    [t('reports.issued'), report.issued === null ? null : { time: report.issued.at }],
    [t('reports.data_as_of'), { time: report.read_at }],
    [t('reports.times_are_in'), report.options.time_zone],
    ...listShown(report.options, wording),
    [t('reports.made_with'), nameGenerator(model, wording)],
    [t('reports.report_id'), report.id],
  ];
  return {
    sheet: {
      sheet: t('report_sheets.report'),
      columns: [{ width: 24 }, { width: 60 }],
      orientation: 'landscape',
      data: rows
        .filter(([, cell]) => cell !== null)
        .map(([name, cell]) => [{ type: String, value: name, fontWeight: 'bold' }, toXlsxCell(cell, zone)]),
    },
    heads: null,
  };
}

function toSheet({ name, columns, rows }: Table, zone: Intl.DateTimeFormat): BookSheet {
  const heads = columns.map((column) => column.name);
  return {
    sheet: {
      sheet: name,
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      orientation: 'landscape',
      data: [heads.map(toHeadCell), ...rows.map((row) => row.map((cell) => toXlsxCell(cell, zone)))],
    },
    heads,
  };
}

function toXlsxCell(cell: Cell, zone: Intl.DateTimeFormat): XlsxCell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { type: Number, value: cell, alignVertical: 'top' };
  if (typeof cell === 'string') return toTextCell(cell);
  if ('day' in cell) return toDateCell(cell.day, new Date(`${cell.day}T00:00:00Z`), 'yyyy-mm-dd');
  return toDateCell(cell.time, toWallClock(cell.time, zone), 'yyyy-mm-dd hh:mm:ss');
}

function toDateCell(text: string, value: Date | null, format: string): XlsxCell {
  // Spreadsheets count days from 1900.
  if (value === null || !(value.getUTCFullYear() >= 1900)) return toTextCell(text);
  return { type: Date, value, format, alignVertical: 'top', align: 'left' };
}
