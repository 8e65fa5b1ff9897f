import { readExit } from '../../../../domain/exit-codes.ts';
import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import type { ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedExecution } from '../../plan.ts';
import { findDateOrder, LooseTimes } from '../../reading/loose-times.ts';
import { addOnce } from '../../reading/members.ts';
import { findTags } from '../../reading/values.ts';
import type { Table } from './columns.ts';
import { readHead } from './heads.ts';

/**
 * The default log of Invoke-AtomicRedTeam, with a row for each executed atomic test
 * (https://github.com/redcanaryco/invoke-atomicredteam). Its GUID belongs to the test, and is the same in every run.
 */
const ofLog = ['technique', 'testname', 'guid'];

const nameOf = (head: string) => readHead(head).words.at(-1) ?? '';

export function isExecutionLog(heads: readonly string[]): boolean {
  const names = heads.map(nameOf);
  return names.includes('executiontime') && ofLog.every((name) => names.includes(name));
}

export function readExecutionLog({ heads, rows }: Table, { progress }: ReadContext): ImportPlan {
  const plan = blankPlan('csv');
  const places = new Map<string, number>();
  for (const [index, head] of heads.entries()) {
    const { words, zone } = readHead(head);
    const name = words.at(-1) ?? '';
    const key = name === 'executiontime' ? `${name} ${zone ?? ''}` : name;
    if (!places.has(key)) places.set(key, index);
  }
  const inUtc = places.get('executiontime +00:00');
  const place = inUtc ?? places.get('executiontime ') ?? places.get('executiontime local') ?? -1;
  places.set('time', place);
  const times = new LooseTimes(findDateOrder(rows.map(({ cells }) => cells[place] ?? '')));
  const isKnown = (name: string) => known.includes(name) || name === 'executiontime';
  for (const [index, { number, cells }] of rows.entries()) {
    const cell = (name: string) => cells[places.get(name) ?? -1]?.trim() || null;
    const others = heads.flatMap((head, column) =>
      isKnown(nameOf(head)) || !cells[column]?.trim() ? [] : [`${head}: ${cells[column]}`],
    );
    // The log marks local times as UTC, too.
    const zone = inUtc === undefined ? 'local' : '+00:00';
    const execution = readRow(cell, `row ${number}`, { times, zone });
    execution.leftover.push(...others);
    addLogged(plan, execution, cell);
    progress((index + 1) / rows.length);
  }
  plan.notes.push(...times.notes);
  return plan;
}

const known = [
  'technique',
  'testnumber',
  'testname',
  'hostname',
  'ipaddress',
  'username',
  'guid',
  'processid',
  'exitcode',
];

/** The text of a field of a row, by the name of its column in lower case without blanks; `time` is the one to be used. */
export type Cell = (name: string) => string | null;

/** Adds an execution of a log to the plan; refuses a row that names no test. */
export function addLogged(plan: ImportPlan, execution: PlannedExecution, cell: Cell): void {
  const { row } = execution;
  if (cell('testname') === null && cell('guid') === null)
    plan.refused.push({ row, name: null, why: 'It has neither the name nor the GUID of a test' });
  else addOnce(plan, plan.executions, execution, execution.name);
}

/** Takes a row of a log in any form and the zone of its time, returns its execution. */
export function readRow(
  cell: Cell,
  row: string,
  { times, zone }: { times: LooseTimes; zone: string },
): PlannedExecution {
  const guid = cell('guid')?.toLowerCase() ?? null;
  const written = cell('time');
  const [host, process] = [cell('hostname'), cell('processid')];
  const name = cell('testname') ?? guid ?? 'Execution';
  const run = [guid ?? name, host ?? '', written ?? '', process ?? ''].join('/');
  const execution = blankExecution(row, run, name);
  const { leftover } = execution;
  const time = zone === 'local' ? (written?.replace(/Z$/i, '') ?? null) : written;
  const exit = readExit(cell('exitcode'));
  // PowerShell writes the type of a list in place of several addresses.
  const address = cell('ipaddress') === 'System.Object[]' ? null : cell('ipaddress');
  const technique = cell('technique');
  execution.catalog_tags = findTags(technique ?? '');
  if (technique !== null && execution.catalog_tags.length === 0) leftover.push(`Technique: ${technique}`);
  execution.template = guid;
  execution.executed_at = times.read(time, 'Execution time', leftover, zone);
  execution.started_at = execution.executed_at;
  execution.target_host = host ?? address;
  execution.target_user = cell('username');
  execution.attack_result = exit.result;
  leftover.push(...exit.leftover);
  for (const [label, text] of [
    ['Test number', cell('testnumber')],
    ['IP address', host === null ? null : address],
    ['Process id', process],
  ] as const) {
    if (text !== null) leftover.push(`${label}: ${text}`);
  }
  return execution;
}
