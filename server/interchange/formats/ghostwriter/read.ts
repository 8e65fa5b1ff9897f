import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import { toEvidence } from '../../exercise/recordings.ts';
import { SourceIds } from '../../exercise/rows.ts';
import { type ImportReader, ImportRefusal, type ImportSource } from '../../format.ts';
import type { PlannedEvidence, PlannedExecution } from '../../plan.ts';
import { findDateOrder, LooseTimes } from '../../reading/loose-times.ts';
import { leaveOthers, readTable, type TableRow } from '../../reading/table.ts';
import { decodeText } from '../../reading/text.ts';
import { findTags } from '../../reading/values.ts';
import { columns, others, required } from './columns.ts';

export const ghostwriterReader: ImportReader = {
  format: 'ghostwriter',
  recognise: (source, beginnings) => {
    const isLog = (text: string) => {
      const [head = ''] = text.replaceAll('\0', '').split(/\r?\n/, 1);
      return ['user_context', 'operator_name', 'dest_ip'].every((column) => head.includes(column));
    };
    const tables = [...beginnings].filter(([name]) => !source.isArchive || isTable(name));
    if (tables.length === 1 && tables.every(([, text]) => isLog(text))) return 'yes';
    // With many attachments, the table is not among the first members.
    const isZip = source.isArchive && tables.length === 0;
    const names = source.members.map(({ name }) => name);
    return isZip && names.includes('manifest.json') && names.filter(isTable).length === 1 ? 'maybe' : 'no';
  },
  read: async (source, context) => {
    const plan = blankPlan('ghostwriter');
    const table = readTable(decodeText(await findTable(source)), required);
    const times = new LooseTimes(findDateOrder(table.texts(['start_date', 'end_date'])));
    const listOthers = leaveOthers(table, [...columns, ...others]);
    const ids = new SourceIds();
    const counts = new Map<string, number>();
    const files = new Set(source.isArchive ? source.members.map(({ name }) => name) : []);
    let done = 0;
    for (const row of table.take()) {
      context.progress(done / table.size);
      done += 1;
      const execution = readEntry(row, { listOthers, times, counts, files });
      const why = findReason(row) ?? ids.claim(execution.sourceId, row.row);
      if (why === null) plan.executions.push(execution);
      else plan.refused.push({ row: row.row, name: execution.name, why });
    }
    plan.notes.push(...table.notes, ...times.notes);
    return plan;
  },
};

function isTable(name: string): boolean {
  return /^[^/]*\.csv$/i.test(name);
}

/** An export with attachments is a zip with one table. */
async function findTable(source: ImportSource): Promise<Buffer> {
  const [table, ...more] = source.members.filter(({ name }) => !source.isArchive || isTable(name));
  if (table === undefined || more.length > 0)
    throw new ImportRefusal(
      'An operation log of Ghostwriter is one CSV, by itself or with its attachments in a zip.',
    );
  return table.read();
}

/** Reason to refuse a single row; null if there is none. */
function findReason(row: TableRow): string | null {
  return columns.every((column) => row.read(column) === null) ? 'It is empty.' : null;
}

type Reading = {
  listOthers: (row: TableRow) => string[];
  times: LooseTimes;
  counts: Map<string, number>;
  /** Attachments by their name in the archive. */
  files: ReadonlySet<string>;
};

/** The attachments that a cell names, if they are all in the archive. */
function findFiles(cell: string | null, files: ReadonlySet<string>): PlannedEvidence[] {
  const names = (cell ?? '').split(/[,;\r\n]+/).map((name) => name.trim());
  const known = names.filter((name) => files.has(name));
  return known.length === names.length ? [...new Set(known)].map(toEvidence) : [];
}

function readEntry(row: TableRow, { listOthers, times, counts, files }: Reading): PlannedExecution {
  const name = nameEntry(row);
  const execution = blankExecution(row.row, identify(row, counts), name);
  const { leftover } = execution;
  const tags = splitTags(row.read('tags') ?? '');
  execution.catalog_tags = [...new Set(tags.flatMap(findTags))];
  execution.command = row.read('command');
  execution.output = row.read('output');
  execution.red_comment = row.read('comments');
  execution.source_host = row.read('source_ip');
  execution.target_host = row.read('dest_ip');
  execution.target_user = row.read('user_context');
  execution.operator = row.read('operator_name');
  execution.started_at = times.read(row.read('start_date'), 'Start', leftover);
  execution.ended_at = times.read(row.read('end_date'), 'End', leftover);
  execution.executed_at = execution.started_at ?? execution.ended_at;
  const left = (label: string, text: string | null) => {
    if (text !== null) leftover.push(`${label}: ${text}`);
  };
  left('Tool', row.read('tool'));
  if (row.read('description') !== name) left('Description', row.read('description'));
  left('Tags', tags.filter((tag) => findTags(tag).length === 0).join(', ') || null);
  if (row.read('extra_fields') !== '{}') left('Extra fields', row.read('extra_fields'));
  for (const [label, column] of [
    ['Recordings', 'recordings'],
    ['Evidence', 'evidence'],
  ] as const) {
    const found = findFiles(row.read(column), files);
    if (found.length > 0) execution.evidence = [...(execution.evidence ?? []), ...found];
    else left(label, row.read(column));
  }
  leftover.push(...listOthers(row));
  return execution;
}

/** The first line of the description without its marks, else the command. */
function nameEntry(row: TableRow): string {
  const description = (row.read('description') ?? '').slice(0, 10_000).replaceAll(/<\/?[a-z][^<>]*>/gi, ' ');
  const texts = [description, row.read('command') ?? '', row.read('tool') ?? ''];
  const lines = texts.flatMap((text) => text.slice(0, 10_000).split(/[\r\n]+/));
  const line = lines.map((known) => known.replaceAll(/\s+/g, ' ').trim()).find((known) => known !== '');
  if (line === undefined) return `Entry of ${row.row}`;
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line;
}

/** Ids of integrations are unique within a log; other entries are identified by their content. */
function identify(row: TableRow, counts: Map<string, number>): string {
  const identifier = row.read('entry_identifier');
  const log = row.read('oplog_id') ?? '';
  if (identifier !== null) return `${log}/${identifier}`;
  const of = ['start_date', 'source_ip', 'dest_ip', 'tool', 'command'].map(
    (column) => row.read(column) ?? '',
  );
  const id = `${log}/${of.join(' ').slice(0, 1000)}`;
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  return count === 1 ? id : `${id} (${count})`;
}

/** Tags are separated by commas; one with a comma is quoted. */
function splitTags(text: string): string[] {
  const tags = [...text.matchAll(/"([^"]*)"|([^,"]+)/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').trim(),
  );
  return tags.filter((tag) => tag !== '');
}
