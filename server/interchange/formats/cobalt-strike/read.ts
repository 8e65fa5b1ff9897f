import { cutName } from '../../../../domain/names.ts';
import { withoutFolders } from '../../../../domain/recordings/owners.ts';
import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan, PlannedExecution } from '../../plan.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import { findTags } from '../../reading/values.ts';
import {
  type Beacon,
  type Entry,
  isBeaconLog,
  readEntries,
  readFolders,
  readMetadata,
  Years,
} from './beacon-log.ts';

/**
 * The logs of Cobalt Strike's Beacons, one or the folder of a team server: each input of an operator becomes an execution, with the
 * tasks, check-in and output that follow it.
 */
export const cobaltStrikeReader: ImportReader = {
  format: 'cobalt-strike',
  claims: isLog,
  recognise: (source, beginnings) =>
    [...beginnings].some(([name, text]) => (source.isArchive ? isLog(name, text) : isBeaconLog(text)))
      ? 'yes'
      : 'no',
  read: async (source, { progress }) => {
    const plan = blankPlan('cobalt-strike');
    const reading: Reading = {
      plan,
      times: new LooseTimes(),
      beacons: new Map(),
      orders: [],
      hasNoYear: false,
    };
    await readMembers(source, { plan, ending: /\.log$/i, claims: isLog, progress }, (text, { name }) => {
      if (!isBeaconLog(text)) throw new ImportRefusal('It is no log of a Beacon');
      readLog(text, name, reading);
    });
    for (const { beacon, address, execution } of reading.orders)
      describeHost(execution, reading.beacons.get(beacon) ?? null, address);
    if (reading.hasNoYear) plan.notes.push(withoutYear);
    plan.notes.push(...reading.times.notes);
    return plan;
  },
};

const withoutYear =
  'The log has no year: its times are kept as text. In an archive, the folder named by its day (YYMMDD) says it.';

function isLog(name: string, text: string): boolean {
  return /\.log$/i.test(name) && isBeaconLog(text);
}

type Order = { beacon: string; address: string | null; execution: PlannedExecution };

type Reading = {
  plan: ImportPlan;
  times: LooseTimes;
  /** By the name of their log: on later days it has no metadata. */
  beacons: Map<string, Beacon>;
  orders: Order[];
  hasNoYear: boolean;
};

function readLog(text: string, file: string, reading: Reading): void {
  const { plan, beacons, orders } = reading;
  const { day, address } = readFolders(file);
  const beacon = withoutFolders(file);
  const years = new Years(day);
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
    const execution = finish(one, reading);
    const why = findReason(one);
    if (why !== null) {
      plan.refused.push({ row: execution.row, name: execution.name, why });
      continue;
    }
    orders.push({ beacon, address, execution });
    addOnce(plan, plan.executions, execution, execution.name);
  }
}

/** An input with what followed it. */
type Made = {
  execution: PlannedExecution;
  stamp: string;
  orderedAt: string | null;
  /** When the Beacon took its tasks. */
  takenAt: string | null;
  endedAt: string | null;
  tasks: string[];
  isTaken: boolean;
  output: string[];
};

/** Reason for which an input is no execution; null if it ran. */
function findReason({ tasks, isTaken, output }: Made): string | null {
  if (tasks.length === 0) return 'Nothing ran: no task follows it';
  return isTaken || output.length > 0 ? null : 'Nothing ran: the Beacon has not taken its task';
}

/** Whether a further task is no longer one of this input: scripts give tasks without one. */
const isDone = (last: Made | undefined): boolean =>
  last === undefined || (last.isTaken && last.tasks.length > 0);

function begin({ kind, text, stamp }: Entry, date: string | null, execution: PlannedExecution): Made {
  if (kind === 'input') {
    const [, operator, command] = /^<([^<>\n]*)>\s?(.*)$/s.exec(text) ?? [];
    execution.operator = operator?.trim() || null;
    execution.command = (command ?? text).trim() || null;
  }
  return {
    execution,
    stamp,
    orderedAt: date,
    takenAt: null,
    endedAt: null,
    tasks: [],
    isTaken: false,
    output: [],
  };
}

function follow({ kind, text }: Entry, date: string | null, made: readonly Made[]): void {
  const last = made.at(-1);
  if (last === undefined || text === '') return;
  if (kind === 'task') {
    const [, named = '', task = ''] = /^<([^<>\n]*)>\s?(.*)$/s.exec(text) ?? ['', '', text];
    last.execution.catalog_tags = [...new Set([...last.execution.catalog_tags, ...findTags(named)])];
    last.tasks.push(task.trim());
  } else if (kind === 'checkin') {
    for (const one of made) {
      if (one.isTaken) continue;
      one.isTaken = true;
      one.takenAt = date;
    }
  } else if (kind === 'output' || kind === 'error') {
    // Output names no task: it is of the last one that the Beacon took.
    const of = made.findLast(({ isTaken }) => isTaken) ?? last;
    of.output.push(kind === 'error' ? `[error] ${text}` : text.replace(/^received output:\n/, ''));
    of.endedAt = date;
  } else if (kind === 'note') last.execution.leftover.push(`Note: ${text}`);
  else last.execution.leftover.push(`Indicator: ${text}`);
}

function finish(
  { execution, stamp, orderedAt, takenAt, endedAt, tasks, output }: Made,
  reading: Reading,
): PlannedExecution {
  const { times } = reading;
  const { leftover } = execution;
  const said = tasks.filter((task) => task !== '').join('\n');
  execution.command ??= said || null;
  execution.name = cutName((execution.command ?? '').split('\n', 1)[0] ?? '') || 'Execution';
  execution.output = output.join('\n') || null;
  if (orderedAt === null) {
    reading.hasNoYear = true;
    leftover.push(`Time: ${stamp}`);
  } else {
    execution.started_at = times.read(takenAt ?? orderedAt, 'Start', leftover);
    execution.executed_at = execution.started_at;
    execution.ended_at = times.read(endedAt, 'End', leftover);
    if (takenAt !== null && takenAt !== orderedAt) leftover.push(`Ordered: ${orderedAt}`);
  }
  if (said !== '' && said !== execution.command) leftover.push(`Task: ${said}`);
  return execution;
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
