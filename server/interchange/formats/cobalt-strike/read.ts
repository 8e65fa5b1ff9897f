import { withoutFolders } from '../../../../domain/recordings/owners.ts';
import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan, PlannedExecution } from '../../plan.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import {
  type Beacon,
  type Day,
  isBeaconLog,
  readEntries,
  readFolders,
  readMetadata,
  Years,
} from './beacon-log.ts';
import {
  type ExportTable,
  isExportData,
  isSessions,
  readActivity,
  readExportData,
  readSession,
} from './export-data.ts';
import { begin, findReason, finish, follow, isDone, type Made } from './orders.ts';

/**
 * The logs of Cobalt Strike's Beacons, one or the folder of a team server, and the activity that it exports: each input of an
 * operator becomes an execution, with the tasks, check-in and output that follow it.
 */
export const cobaltStrikeReader: ImportReader = {
  format: 'cobalt-strike',
  claims: isLog,
  recognise: (source, beginnings) =>
    [...beginnings].some(([name, text]) =>
      source.isArchive ? isLog(name, text) : isBeaconLog(text) || isActivity(text),
    )
      ? 'yes'
      : 'no',
  read: async (source, { choices, progress }) => {
    const plan = blankPlan('cobalt-strike');
    const reading: Reading = {
      plan,
      times: new LooseTimes(),
      beacons: new Map(),
      orders: [],
      firstDay: readChosenDay(choices.day),
      needsDay: false,
    };
    const tables: { name: string; table: ExportTable }[] = [];
    await readMembers(source, { plan, ending, claims: isLog, progress }, (text, { name }) => {
      if (isBeaconLog(text)) readLog(text, name, reading);
      else if (isExportData(text)) tables.push({ name, table: readExportData(text) });
      else throw new ImportRefusal('It is no log of a Beacon, and no exported activity');
    });
    for (const { name, table } of tables) readTable(name, table, reading);
    for (const { beacon, address, execution } of reading.orders)
      describeHost(execution, reading.beacons.get(beacon) ?? null, address);
    if (reading.needsDay) {
      plan.asks = { columns: [], fields: [], day: reading.firstDay?.text ?? null };
      if (reading.firstDay === null) plan.notes.push(withoutDay);
    }
    plan.notes.push(...reading.times.notes);
    return plan;
  },
};

const withoutDay =
  'The log has no year: its times are kept as text until its first day is chosen. In an archive, the folder named by its day (YYMMDD) says it.';

function readChosenDay(chosen: unknown): Reading['firstDay'] {
  const [, year, month] = typeof chosen === 'string' ? (/^(\d{4})-(\d\d)-\d\d$/.exec(chosen) ?? []) : [];
  return year === undefined ? null : { year: Number(year), month: Number(month), text: String(chosen) };
}

const ending = /\.(?:log|tsv|xml)$/i;

function isLog(name: string, text: string): boolean {
  return /\.log$/i.test(name) ? isBeaconLog(text) : ending.test(name) && isExportData(text);
}

/** Sessions alone have no executions. */
const isActivity = (text: string): boolean => isExportData(text) && !isSessions(text);

type Order = { beacon: string; address: string | null; execution: PlannedExecution };

type Reading = {
  plan: ImportPlan;
  times: LooseTimes;
  /** By the name of their log: on later days it has no metadata. */
  beacons: Map<string, Beacon>;
  orders: Order[];
  /** Chosen by the person, for logs outside of a folder with a day. */
  firstDay: (Day & { text: string }) | null;
  /** Whether there are such logs. */
  needsDay: boolean;
};

function readLog(text: string, file: string, reading: Reading): void {
  const { plan, beacons, orders } = reading;
  const { day, address } = readFolders(file);
  const beacon = withoutFolders(file);
  if (day === null) reading.needsDay = true;
  const years = new Years(day ?? reading.firstDay);
  const counts = new Map<string, number>();
  const made: Made[] = [];
  for (const entry of readEntries(text)) {
    const date = years.date(entry);
    if (entry.kind === 'metadata') {
      if (!beacons.has(beacon)) beacons.set(beacon, readMetadata(entry.text));
      continue;
    }
    if (entry.kind === 'input' || (entry.kind === 'task' && isDone(made.at(-1)))) {
      const count = (counts.get(entry.stamp) ?? 0) + 1;
      counts.set(entry.stamp, count);
      const row = `${file}, entry ${made.length + 1}`;
      made.push(begin(entry, date, blankExecution(row, `${beacon}/${entry.stamp}/${count}`, '')));
      if (entry.kind === 'input') continue;
    }
    follow(entry, date, made);
  }
  for (const one of made) {
    const execution = finish(one, reading.times);
    const why = findReason(one);
    if (why !== null) {
      plan.refused.push({ row: execution.row, name: execution.name, why });
      continue;
    }
    orders.push({ beacon, address, execution });
    addOnce(plan, plan.executions, execution, execution.name);
  }
}

function readTable(file: string, { kind, rows }: ExportTable, reading: Reading): void {
  const { plan, beacons, orders, times } = reading;
  for (const row of rows) {
    const beacon = row.values.get('beacon');
    if (beacon !== undefined && row.values.has('computer') && !beacons.has(beacon)) {
      beacons.set(beacon, readSession(row));
    }
  }
  if (kind === 'sessions') return;
  for (const { beacon, address, execution, why } of readActivity(file, rows, times)) {
    if (why !== null) {
      plan.refused.push({ row: execution.row, name: execution.name, why });
      continue;
    }
    orders.push({ beacon, address, execution });
    addOnce(plan, plan.executions, execution, execution.name);
  }
}

function describeHost(execution: PlannedExecution, beacon: Beacon | null, address: string | null): void {
  execution.target_host = beacon?.computer ?? address;
  execution.target_user = beacon?.user ?? null;
  for (const [label, text] of [
    ['Address', beacon?.computer ? address : null],
    ['Elevated', beacon?.isElevated ? 'true' : null],
    ['Process', beacon?.process],
    ['Process id', beacon?.pid],
  ] as const) {
    if (text) execution.leftover.push(`${label}: ${text}`);
  }
}
