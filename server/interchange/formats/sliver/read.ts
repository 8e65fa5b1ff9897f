import { cutName } from '../../../../domain/names.ts';
import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan, PlannedExecution } from '../../plan.ts';
import { readJsonLines } from '../../reading/json-lines.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import { isObject, readField, readText, readTexts, type Values } from '../../reading/values.ts';

/**
 * The audit log of a Sliver server (https://github.com/BishopFox/sliver): each request to a session or beacon becomes an execution. It is
 * written before the implant runs it, so there is neither output nor success.
 */
export const sliverReader: ImportReader = {
  format: 'sliver',
  claims: isLog,
  recognise: (source, beginnings) =>
    [...beginnings].some(([name, text]) => (source.isArchive ? isLog(name, text) : isAudit(text)))
      ? 'yes'
      : 'no',
  read: async (source, { progress }) => {
    const plan = blankPlan('sliver');
    const reading: Reading = { plan, times: new LooseTimes(), counts: new Map(), ofServer: 0 };
    await readMembers(source, { plan, ending, claims: isLog, progress }, (text, { name }) => {
      if (!isAudit(text)) throw new ImportRefusal('It is no audit log of Sliver');
      readLog(text, name, reading);
    });
    if (reading.ofServer > 0) plan.notes.push(`Requests to the server itself, not read: ${reading.ofServer}`);
    plan.notes.push(...reading.times.notes);
    return plan;
  },
};

const ending = /\.(?:json|jsonl|ndjson|log)$/i;

function isLog(name: string, text: string): boolean {
  return ending.test(name) && isAudit(text);
}

/** The message of each line is JSON as a text. */
function isAudit(text: string): boolean {
  return /\\?"method\\?"\s*:\s*\\?"\/rpcpb\.SliverRPC\//.test(text.slice(0, 4 * 1024 * 1024));
}

type Reading = { plan: ImportPlan; times: LooseTimes; counts: Map<string, number>; ofServer: number };

function readLog(text: string, file: string, reading: Reading): void {
  const { plan } = reading;
  for (const entry of readJsonLines(text)) {
    const row = `${file}, ${entry.place}`;
    if ('why' in entry) {
      plan.refused.push({ row, name: null, why: entry.why });
      continue;
    }
    const line = isObject(entry.value) ? entry.value : {};
    const call = readMessage(line);
    const method = call === null ? null : readText(call, 'method')?.split('/').at(-1)?.trim();
    if (call === null || !method) {
      plan.refused.push({ row, name: null, why: 'It is no entry of an audit log' });
      continue;
    }
    const implant = parseInner(readField(call, 'session')) ?? parseInner(readField(call, 'beacon'));
    if (implant === null) reading.ofServer += 1;
    else {
      const execution = readCall({ line, call, method, implant }, row, reading);
      addOnce(plan, plan.executions, execution, execution.name);
    }
  }
}

/** Older servers write their context before the JSON. */
function readMessage(line: Values): Values | null {
  const written = readField(line, 'msg');
  const message = typeof written === 'string' ? written.slice(Math.max(0, written.indexOf('{"'))) : written;
  return parseInner(message) ?? (Object.hasOwn(line, 'method') ? line : null);
}

function parseInner(value: unknown): Values | null {
  if (isObject(value)) return Object.keys(value).length === 0 ? null : value;
  if (typeof value !== 'string' || value === '') return null;
  const [found] = readJsonLines(value);
  return found !== undefined && 'value' in found && isObject(found.value) ? found.value : null;
}

type Call = { line: Values; call: Values; method: string; implant: Values };

function readCall(
  { line, call, method, implant }: Call,
  row: string,
  { times, counts }: Reading,
): PlannedExecution {
  const request = parseInner(readField(call, 'request')) ?? {};
  const time = readText(line, 'time') ?? readText(call, 'timestamp');
  const key = `${time ?? ''}/${method}/${readText(implant, 'ID') ?? ''}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  const command = describe(method, request);
  const name = cutName(command.split('\n', 1)[0] ?? '') || method;
  const execution = blankExecution(row, `${key}/${count}`, name);
  const { leftover } = execution;
  execution.command = command;
  execution.started_at = times.read(time, 'Time', leftover);
  execution.executed_at = execution.started_at;
  execution.operator = readText(call, 'user') ?? readText(call, 'operator');
  execution.target_host = readText(implant, 'Hostname');
  execution.target_user = readText(implant, 'Username');
  for (const [label, text] of [
    ['Implant', readText(implant, 'Name')],
    ['Process id', readText(implant, 'PID')],
    ['Process', readText(implant, 'Filename')],
    ['Address', readText(implant, 'RemoteAddress')],
    ['Operator’s address', readText(call, 'remote_ip')],
    ['Error', readText(call, 'error')],
  ] as const) {
    if (text !== null) leftover.push(`${label}: ${text}`);
  }
  return execution;
}

const longestValue = 500;

/** The request as an operator would write it: a program with its arguments, else the name of the call with its values. */
function describe(method: string, request: Values): string {
  const path = readText(request, 'Path');
  if (method.startsWith('Execute') && path !== null) return [path, ...readTexts(request, 'Args')].join(' ');
  const values = Object.entries(request).flatMap(([name, value]) => {
    if (name === 'Request' || value === null || value === '' || value === false) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text}`;
  });
  return [method, ...values].join(' ');
}
