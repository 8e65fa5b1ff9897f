import { blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan } from '../../plan.ts';
import { readJsonLines } from '../../reading/json-lines.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { readMembers } from '../../reading/members.ts';
import { isObject, readText, readTexts, type Values } from '../../reading/values.ts';
import { addLogged, type Cell, readRow } from '../csv/execution-log.ts';

/**
 * Executions that Invoke-AtomicRedTeam sent to syslog, as JSON behind the head of a message, or to the event log of Windows, as
 * PowerShell writes an object (https://github.com/redcanaryco/invoke-atomicredteam). Its CSV is read as a table.
 */
export const atomicLogReader: ImportReader = {
  format: 'atomic-log',
  claims: isLog,
  recognise: (source, beginnings) =>
    [...beginnings].some(([name, text]) => (source.isArchive ? isLog(name, text) : hasExecutions(text)))
      ? 'yes'
      : 'no',
  read: async (source, { progress }) => {
    const plan = blankPlan('atomic-log');
    const times = new LooseTimes();
    await readMembers(source, { plan, ending, claims: isLog, progress }, (text, { name }) => {
      if (!hasExecutions(text)) throw new ImportRefusal('It has no executions of Invoke-AtomicRedTeam');
      if (text.includes(ofObject)) readObjects(text, name, plan, times);
      else readMessages(text, name, plan, times);
    });
    plan.notes.push(...times.notes);
    return plan;
  },
};

const ending = /(?:\.(?:log|json|jsonl|ndjson|txt|xml|csv)|(?:^|\/)(?:syslog|messages)(?:\.\d+)?)$/i;
const ofObject = '@{Execution Time (UTC)=';
const inJson = /"Execution Time \((?:UTC|Local)\)"\s*:/;

function isLog(name: string, text: string): boolean {
  return ending.test(name) && hasExecutions(text);
}

function hasExecutions(text: string): boolean {
  return text.includes(ofObject) || inJson.test(text);
}

function readMessages(text: string, file: string, plan: ImportPlan, times: LooseTimes): void {
  // Other programs write to the same log.
  const cut = (line: string): string => {
    const found = inJson.exec(line);
    return found === null ? '' : line.slice(Math.max(0, line.lastIndexOf('{', found.index)));
  };
  for (const entry of readJsonLines(text, cut)) {
    const row = `${file}, ${entry.place}`;
    if ('why' in entry) plan.refused.push({ row, name: null, why: entry.why });
    else if (isObject(entry.value)) add(entry.value, row, plan, times);
  }
}

const fields = [
  ...['Execution Time (UTC)', 'Execution Time (Local)', 'Technique', 'Test Number', 'Test Name', 'Hostname'],
  ...['IP Address', 'Username', 'GUID', 'Tag', 'CustomTag', 'ProcessId', 'ExitCode'],
];
const separator = new RegExp(
  `; (?=(?:${fields.map((name) => name.replaceAll(/[()]/g, '\\$&')).join('|')})=)`,
);
/** Characters of one object. */
const longest = 10_000;

/** `@{Execution Time (UTC)=…; Technique=T1033; …; ExitCode=0}` */
function readObjects(text: string, file: string, plan: ImportPlan, times: LooseTimes): void {
  for (const [index, written] of text.split(ofObject).slice(1).entries()) {
    const part = written.slice(0, longest);
    const last = part.search(/[; ](?:ExitCode|GUID)=[^;}]*\}/);
    const end = last === -1 ? -1 : part.indexOf('}', last);
    const row = `${file}, entry ${index + 1}`;
    if (end === -1) {
      plan.refused.push({ row, name: null, why: 'It ends too early' });
      continue;
    }
    const pairs = `${fields[0]}=${part.slice(0, end)}`.split(separator).map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    });
    add(Object.fromEntries(pairs), row, plan, times);
  }
}

function add(values: Values, row: string, plan: ImportPlan, times: LooseTimes): void {
  const names = new Map(
    Object.keys(values).map((name) => [name.toLowerCase().replaceAll(/[^a-z]/g, ''), name]),
  );
  const inUtc = names.get('executiontimeutc');
  names.set('time', inUtc ?? names.get('executiontimelocal') ?? '');
  const cell: Cell = (name) => {
    const found = names.get(name);
    return found === undefined
      ? null
      : (readText(values, found) ?? (readTexts(values, found).join(', ') || null));
  };
  const execution = readRow(cell, row, { times, zone: inUtc === undefined ? 'local' : '+00:00' });
  const tag = cell('customtag');
  if (tag !== null) execution.leftover.push(`Tag: ${tag}`);
  addLogged(plan, execution, cell);
}
