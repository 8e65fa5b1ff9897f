import { blankExecution } from '../../exercise/blank.ts';
import { refuseManyRows } from '../../exercise/rows.ts';
import { ImportRefusal } from '../../format.ts';
import type { PlannedExecution } from '../../plan.ts';
import { parseCsv } from '../../reading/csv.ts';
import type { LooseTimes } from '../../reading/loose-times.ts';
import { findTags, isObject, readText } from '../../reading/values.ts';
import { type Element, readXmlRecords } from '../../reading/xml-records.ts';
import { plain } from '../csv/columns.ts';
import type { Beacon, Kind } from './beacon-log.ts';
import { begin, findReason, finish, follow, isDone, type Made } from './orders.ts';

/**
 * The tables of “Export Data”, as TSV or XML. The vendor does not document their columns: they are found by the names of the fields
 * in the data model of the team server.
 */
const names = {
  beacon: ['bid', 'beaconid', 'beacon', 'id', 'sid', 'session'],
  kind: ['type', 'kind'],
  when: ['when', 'timestamp', 'date', 'time', 'datetime'],
  data: ['data', 'text', 'message', 'activity'],
  tactics: ['tactic', 'tactics', 'attack', 'technique', 'techniques', 'ttp', 'mitre'],
  operator: ['operator', 'nick', 'who'],
  user: ['user', 'username'],
  computer: ['computer', 'computername', 'host', 'hostname'],
  internal: ['internal', 'internalip', 'ip', 'address'],
  pid: ['pid', 'processid'],
  process: ['process', 'processname'],
  note: ['note'],
} as const;
type Field = keyof typeof names;
const fields = Object.keys(names) as Field[];

/** The values of a row, by field. */
export type ExportRow = { row: string; values: ReadonlyMap<Field, string> };
export type ExportTable = { kind: 'activity' | 'sessions'; rows: ExportRow[] };

function findField(name: string): Field | undefined {
  const word = plain(name);
  return fields.find((field) => (names[field] as readonly string[]).includes(word));
}

function findKind(found: readonly (Field | undefined)[]): ExportTable['kind'] | null {
  if (['beacon', 'kind', 'when', 'data'].every((field) => found.includes(field as Field))) return 'activity';
  return ['beacon', 'computer', 'user', 'pid'].every((field) => found.includes(field as Field))
    ? 'sessions'
    : null;
}

/** An entry of an operator or a Beacon. */
const hasEntries = /[\t>"'\n](?:beacon_)?(?:input|task|tasked|checkin|output)[\t<"']/i;

/** Whether the beginning of a text is one of these tables. */
export function isExportData(text: string): boolean {
  return lookAt(text) !== null;
}

/** Whether it is the table of the Beacons. */
export function isSessions(text: string): boolean {
  return lookAt(text) === 'sessions';
}

function lookAt(text: string): ExportTable['kind'] | null {
  const beginning = text.slice(0, 64 * 1024);
  if (!/^\s*</.test(beginning)) return ifKnown(findKind(readHeads(beginning)), beginning);
  const tags = new Set(
    [...beginning.matchAll(/<([A-Za-z][\w-]{0,40})[\s/>]/g)].map(([, tag = '']) => findField(tag)),
  );
  const attributes = [...beginning.matchAll(/\s([A-Za-z][\w-]{0,40})\s?=\s?["']/g)].map(([, name = '']) =>
    findField(name),
  );
  return ifKnown(findKind([...tags, ...attributes]), beginning);
}

/** Other tables have columns of these names, too. */
const ifKnown = (kind: ExportTable['kind'] | null, text: string): ExportTable['kind'] | null =>
  kind === 'activity' && !hasEntries.test(text) ? null : kind;

function readHeads(text: string): (Field | undefined)[] {
  const [head = ''] = text.split(/\r?\n/, 1);
  return head.includes('\t') ? head.split('\t').map(findField) : [];
}

/** Takes the text of a table, returns its rows. Refuses what is none, and damaged XML. */
export function readExportData(text: string): ExportTable {
  return /^\s*</.test(text) ? readXml(text) : readTsv(text);
}

function readTsv(text: string): ExportTable {
  const [head = [], ...rows] = splitLines(text) ?? parseCsv(text);
  const columns = head.map(findField);
  const kind = findKind(columns);
  if (kind === null) throw new ImportRefusal(isNone);
  return {
    kind,
    rows: rows.map((cells, index) => ({
      row: `row ${index + 2}`,
      values: toValues(cells.map((cell, at) => [columns[at], cell])),
    })),
  };
}

/** The cells of a table without quotes around cells: commands begin with a quote, too. Null where a cell goes over lines. */
function splitLines(text: string): string[][] | null {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
  refuseManyRows(rows.length - 1);
  return rows.every(({ length }) => length === rows[0]?.length) ? rows : null;
}

const isNone = 'It is no activity of Cobalt Strike';

function readXml(text: string): ExportTable {
  const fieldsOf = ({ attributes, children }: Element) =>
    [...attributes, ...children].map(([name]) => findField(name));
  const records = readXmlRecords(text, (element) => findKind(fieldsOf(element)) !== null);
  const rows = records.flatMap((record, index): ExportRow[] => {
    const value = Object.values(record).find(isObject);
    if (value === undefined) return [];
    const inner = isObject(value['#attributes']) ? value['#attributes'] : {};
    const pairs = [...Object.keys(inner).map((name) => [name, inner] as const)];
    const own = Object.keys(value).map((name) => [name, value] as const);
    return [
      {
        row: `entry ${index + 1}`,
        values: toValues(
          [...pairs, ...own].map(([name, from]) => [findField(name), readText(from, name) ?? '']),
        ),
      },
    ];
  });
  const kind = findKind([...(rows[0]?.values.keys() ?? [])]);
  if (kind === null) throw new ImportRefusal(isNone);
  return { kind, rows };
}

function toValues(pairs: readonly (readonly [Field | undefined, string])[]): Map<Field, string> {
  const values = new Map<Field, string>();
  for (const [field, text] of pairs) {
    if (field !== undefined && text.trim() !== '' && !values.has(field)) values.set(field, text.trim());
  }
  return values;
}

/** Takes a row about a Beacon, returns what it says of its host. */
export function readSession({ values }: ExportRow): Beacon {
  const read = (field: Field) => values.get(field) ?? null;
  const user = read('user');
  return {
    computer: read('computer'),
    user: user?.replace(/ \*$/, '') ?? null,
    isElevated: user?.endsWith(' *') ?? false,
    process: read('process'),
    pid: read('pid'),
  };
}

const kinds: Readonly<Record<string, Kind>> = {
  input: 'input',
  task: 'task',
  tasked: 'task',
  checkin: 'checkin',
  output: 'output',
  outputjob: 'output',
  outputps: 'output',
  outputls: 'output',
  error: 'error',
  indicator: 'indicator',
};

export type Activity = {
  beacon: string;
  address: string | null;
  row: ExportRow;
  execution: PlannedExecution;
  why: string | null;
};

/** Takes the rows of an activity table, returns its executions in the order of each Beacon, with why one ran nothing. */
export function* readActivity(
  file: string,
  rows: readonly ExportRow[],
  times: LooseTimes,
): Generator<Activity> {
  const made = new Map<string, { made: Made[]; rows: ExportRow[] }>();
  const counts = new Map<string, number>();
  for (const row of inOrder(rows, times)) {
    const { values } = row;
    const kind = kinds[plain(values.get('kind') ?? '').replace(/^beacon/, '')];
    if (kind === undefined) continue;
    const beacon = values.get('beacon') ?? values.get('computer') ?? '';
    const of = made.get(beacon) ?? { made: [], rows: [] };
    made.set(beacon, of);
    const written = values.get('when') ?? null;
    const date = times.read(written, 'Time', []) ?? written;
    const text = values.get('data') ?? '';
    const tags = findTags(values.get('tactics') ?? '');
    if (kind === 'input' || (kind === 'task' && isDone(of.made.at(-1)))) {
      const key = `${beacon}/${date ?? ''}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const execution = blankExecution(`${file}, ${row.row}`, `${key}/${count}`, '');
      of.made.push(begin({ kind, text, stamp: date ?? '' }, date, execution));
      of.rows.push(row);
      execution.operator ??= values.get('operator') ?? null;
    }
    if (kind !== 'input') follow({ kind, text }, date, of.made);
    const last = of.made.at(-1)?.execution;
    if (last !== undefined && (kind === 'input' || kind === 'task')) {
      last.catalog_tags = [...new Set([...last.catalog_tags, ...tags])];
    }
  }
  for (const [beacon, of] of made) {
    for (const [index, one] of of.made.entries()) {
      const row = of.rows[index] as ExportRow;
      // Exports may leave check-ins out: a task that was given counts as taken.
      const why = one.tasks.length === 0 && one.output.length === 0 ? findReason(one) : null;
      const execution = finish(one, times);
      yield { beacon, address: row.values.get('internal') ?? null, row, execution, why };
    }
  }
}

/** Oldest first; rows of the same moment as in the file, which may be the other way round. */
function inOrder(rows: readonly ExportRow[], times: LooseTimes): readonly ExportRow[] {
  const timed = rows.map((row) => ({ row, at: times.read(row.values.get('when') ?? null, 'When', []) }));
  if (timed.some(({ at }) => at === null)) return rows;
  const [first, last] = [timed[0]?.at ?? '', timed.at(-1)?.at ?? ''];
  const ordered = first > last ? timed.reverse() : timed;
  return ordered.sort((one, other) => (one.at ?? '').localeCompare(other.at ?? '')).map(({ row }) => row);
}
