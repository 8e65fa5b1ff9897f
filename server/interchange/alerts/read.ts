import type { AlertFormat } from '../../../domain/alerts.ts';
import { mostAlertsOfMission } from '../../../domain/alerts.ts';
import type { SentAlert } from '../../missions/alerts/contract.ts';
import type { Asked } from '../contract.ts';
import { ImportRefusal } from '../format.ts';
import {
  askColumns,
  listTimes,
  listZones,
  mapColumns,
  sortCells,
  type Table,
} from '../formats/csv/columns.ts';
import { readHead } from '../formats/csv/heads.ts';
import { isZip, readBytes } from '../formats/csv/table.ts';
import { findDateOrder } from '../reading/loose-times.ts';
import { decodeText } from '../reading/text.ts';
import { readXmlRecords } from '../reading/xml-records.ts';
import { shiftTo } from '../reading/zones.ts';
import { countAlertHeads, isNamed, naming, readRow } from './columns.ts';
import type { AlertChoices, ReadAlerts } from './contract.ts';
import { readDocuments } from './documents.ts';
import { alertFields } from './fields.ts';
import { alertReaders } from './formats.ts';
import type { AlertReader } from './reader.ts';
import { toRows, toTable } from './tables.ts';
import { lacksZone, type Row, toTime } from './values.ts';

/** An alert with its place in the file. */
export type PlacedAlert = { row: string; alert: SentAlert };

export type AlertFile = ReadAlerts & {
  format: AlertFormat;
  /** The columns of a table that is no export of a known tool. */
  asks: Asked | null;
  alerts: PlacedAlert[];
};

type Placed = { row: string; value: Row };

/** Rows that are compared with the formats. */
const looked = 50;

/**
 * Takes the bytes of an exported file and the person's choices, returns its alerts in the form in which programs send them. Refuses
 * (`ImportRefusal`) what is neither JSON nor a table, a file without rows, and too many alerts.
 */
export async function readAlertFile(bytes: Buffer, choices: AlertChoices = {}): Promise<AlertFile> {
  if (bytes.toString('latin1', 0, 7) === 'ElfFile') {
    throw new ImportRefusal('The file is an EVTX log: save its events as XML or JSON');
  }
  const text = isZip(bytes) ? '' : decodeText(bytes).trim();
  const read = await readText(text, bytes, choices);
  if (read.alerts.length > mostAlertsOfMission) {
    throw new ImportRefusal(`The file has more than ${mostAlertsOfMission} alerts`);
  }
  return read;
}

async function readText(text: string, bytes: Buffer, choices: AlertChoices): Promise<AlertFile> {
  if (/^[[{]/.test(text)) return readJsonFile(text, choices);
  return text.startsWith('<') ? readXmlFile(text, choices) : readTableFile(bytes, choices);
}

function readXmlFile(text: string, choices: AlertChoices): AlertFile {
  const events = readXmlRecords(text, ({ name }) => name === 'Event');
  const reader = findReader(events);
  if (reader === undefined) throw new ImportRefusal('The file has no events of Windows');
  const rows = events.map((value, index) => ({ row: `entry ${index + 1}`, value }));
  return readKnown(reader, rows, choices);
}

function readJsonFile(text: string, choices: AlertChoices): AlertFile {
  const documents = readDocuments(text);
  const reader = choices.columns === undefined ? findReader(documents) : undefined;
  if (reader === undefined) return readMapped(toTable(documents), documents, choices);
  const rows = documents.map((value, index) => ({ row: `entry ${index + 1}`, value }));
  return readKnown(reader, rows, choices);
}

async function readTableFile(bytes: Buffer, choices: AlertChoices): Promise<AlertFile> {
  const choice = { sheet: choices.sheet ?? null, headRow: choices.head_row ?? null };
  const table = await readBytes(bytes, choice, countAlertHeads);
  const rows = toRows(table);
  const reader = choices.columns === undefined ? findReader(rows) : undefined;
  if (reader === undefined) return readMapped(table, rows, choices);
  const placed = rows.map((value, index) => ({ row: `row ${table.rows[index]?.number}`, value }));
  return readKnown(reader, placed, choices);
}

function findReader(rows: readonly Row[]): AlertReader | undefined {
  return alertReaders.find(({ knows }) => rows.slice(0, looked).some(knows));
}

function readKnown(reader: AlertReader, found: readonly Placed[], { zone = 'UTC' }: AlertChoices): AlertFile {
  const { format, knows, spread, read } = reader;
  const rows =
    spread === undefined
      ? found
      : found.flatMap(({ row, value }) =>
          knows(value) ? spread(value).map((one) => ({ row, value: one })) : [{ row, value }],
        );
  const result = new Result();
  for (const { row, value } of rows) {
    const { zoned, lacks } = giveZone(value, zone);
    const alert = read(zoned);
    if (isLeftOut(alert)) result.leaveOut(row, alert.why);
    else result.add({ row, alert: { ...alert, raw: value } }, lacks);
  }
  return { format, asks: null, ...result.list() };
}

const isLeftOut = (read: ReturnType<AlertReader['read']>): read is { why: string } =>
  Object.keys(read).join() === 'why';

/** Takes a row, returns it with a zone for its times without one: that of the head of their column, else the chosen one. */
function giveZone(row: Row, chosen: string): { zoned: Row; lacks: boolean } {
  let lacks = false;
  const changed = Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (!/time|date/i.test(name) || !lacksZone(value)) return [];
    const ofHead = readHead(name).zone;
    const zone = ofHead === 'local' ? null : ofHead;
    if (zone === null) lacks = true;
    const at = toTime(value);
    return at === undefined ? [] : [[name, shiftTo(at, zone ?? chosen)]];
  });
  return { zoned: changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) }, lacks };
}

/** A table whose columns are guessed or chosen; `rows` are its rows as they are kept. */
function readMapped(table: Table, rows: readonly Row[], { columns, zone = 'UTC' }: AlertChoices): AlertFile {
  if (rows.length === 0) throw new ImportRefusal('The file has no alerts of a known tool');
  const { heads } = table;
  const mapping = mapColumns(heads, alertFields, columns);
  const result = new Result();
  const asks = askColumns(table, mapping, alertFields);
  const reading = {
    order: findDateOrder(listTimes(table, mapping, alertFields)),
    zones: listZones(heads, mapping, alertFields),
    zone,
  };
  const isComplete = naming.some((name) => mapping.includes(name));
  for (const [index, { number, cells }] of table.rows.entries()) {
    const row = `${table.headRow === null ? 'entry' : 'row'} ${number}`;
    const { row: sorted } = sortCells(cells, heads, mapping);
    if (!isComplete) {
      result.leaveOut(row, 'No column is for the title, the rule or the message: choose one');
    } else if (!isNamed(sorted)) {
      result.leaveOut(row, 'It has no title, rule or message');
    } else {
      const { alert, wrong, lacksZone: lacks } = readRow(sorted, reading);
      result.add({ row, alert: { ...alert, raw: rows[index] } }, lacks);
      for (const { field, value, why } of wrong) {
        result.note({ row, column: heads[mapping.indexOf(field)] ?? field, value, why });
      }
    }
  }
  return { format: 'table', asks, ...result.list() };
}

/** Rows that are named for a reason, and wrong values that are named at all. */
const most = { rows: 3, wrong: 50 };
const longestValue = 100;

/** The alerts of a file, and what became of everything else in it. */
class Result {
  readonly #alerts = new Map<unknown, { placed: PlacedAlert; lacksZone: boolean }>();
  readonly #reasons = new Map<string, { count: number; rows: string[] }>();
  readonly #wrong: ReadAlerts['wrong'] = { count: 0, items: [] };

  add(placed: PlacedAlert, lacksZone: boolean): void {
    const key = placed.alert.external_id ?? placed;
    const before = this.#alerts.get(key);
    // The same alert may stand in a file several times, once for each change.
    if (before !== undefined)
      this.leaveOut(before.placed.row, 'The alert stands in the file again, changed later');
    this.#alerts.set(key, { placed, lacksZone });
  }

  leaveOut(row: string, why: string): void {
    const reason = this.#reasons.get(why) ?? { count: 0, rows: [] };
    reason.count += 1;
    if (reason.rows.length < most.rows) reason.rows.push(row);
    this.#reasons.set(why, reason);
  }

  note(wrong: ReadAlerts['wrong']['items'][number]): void {
    this.#wrong.count += 1;
    if (this.#wrong.items.length < most.wrong) {
      this.#wrong.items.push({ ...wrong, value: wrong.value.slice(0, longestValue).toWellFormed() });
    }
  }

  list(): ReadAlerts & { alerts: PlacedAlert[] } {
    const alerts = [...this.#alerts.values()];
    const reasons = [...this.#reasons].map(([why, reason]) => ({ why, ...reason }));
    return {
      alerts: alerts.map(({ placed }) => placed),
      left_out: reasons.reduce((sum, { count }) => sum + count, 0),
      reasons,
      wrong: this.#wrong,
      without_zone: alerts.filter(({ lacksZone }) => lacksZone).length,
    };
  }
}
