import { readExit } from '../../../../domain/exit-codes.ts';
import { attackResults } from '../../../../domain/missions.ts';
import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import { find } from '../../exercise/fact-lines.ts';
import { refuseManyRows, SourceIds } from '../../exercise/rows.ts';
import { joinSections } from '../../exercise/sections.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan, PlannedExecution } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { decodeText } from '../../reading/text.ts';
import {
  findTags,
  isObject,
  listLeftovers,
  readField,
  readNumber,
  readObjects,
  readText,
  type Values,
} from '../../reading/values.ts';
import { errorHeading, own } from './words.ts';

export const attireReader: ImportReader = {
  format: 'attire',
  claims: isLog,
  recognise: (source, beginnings) => {
    const isAny = [...beginnings].some(([name, text]) =>
      source.isArchive ? isLog(name, text) : isLog('log.json', text),
    );
    return isAny ? 'yes' : 'no';
  },
  read: async (source, context) => {
    const plan = blankPlan('attire');
    const reading = { plan, times: new LooseTimes(), ids: new SourceIds() };
    for (const [index, member] of source.members.entries()) {
      if (source.isArchive && !/\.json$/i.test(member.name)) continue;
      context.progress(index / source.members.length);
      try {
        const text = decodeText(await member.read());
        if (source.isArchive && !isLog(member.name, text)) continue;
        const value = parseJson(text);
        for (const log of Array.isArray(value) ? value : [value])
          readLog(log, source.isArchive ? member.name : null, reading);
      } catch (error) {
        if (!source.isArchive || !(error instanceof ImportRefusal)) throw error;
        plan.refused.push({ row: member.name, name: null, why: error.message });
      }
    }
    refuseManyRows(plan.executions.length);
    plan.notes.push(...reading.times.notes);
    return plan;
  },
};

function isLog(name: string, text: string): boolean {
  const plain = text.replaceAll('\0', '');
  return /\.json$/i.test(name) && (plain.includes('"execution-data"') || plain.includes('"attire-version"'));
}

type Reading = { plan: ImportPlan; times: LooseTimes; ids: SourceIds };

function readLog(log: unknown, file: string | null, { plan, times, ids }: Reading): void {
  if (!isObject(log)) throw new ImportRefusal('A log of ATTiRe is an object of JSON.');
  const data = readField(log, 'execution-data');
  if (!isObject(data)) throw new ImportRefusal('“execution-data” is missing, or no object.');
  if (!Object.hasOwn(log, 'procedures')) throw new ImportRefusal('“procedures” is missing.');
  plan.version ??= readText(log, 'attire-version');
  const run = readText(data, 'execution-id') ?? readText(data, 'time-generated') ?? '';
  const procedures = readField(log, 'procedures');
  for (const [index, procedure] of (Array.isArray(procedures) ? procedures : [procedures]).entries()) {
    const row = file === null ? `procedure ${index + 1}` : `${file}, procedure ${index + 1}`;
    const made = readProcedure(procedure, data, { row, run, index, times });
    const why = typeof made === 'string' ? made : ids.claim(made.sourceId, row);
    if (typeof made !== 'string' && why === null) plan.executions.push(made);
    else plan.refused.push({ row, name: nameOf(procedure), why: why ?? '' });
  }
}

function nameOf(procedure: unknown): string | null {
  return isObject(procedure) ? (readText(procedure, 'procedure-name')?.slice(0, 200) ?? null) : null;
}

type Context = { row: string; run: string; index: number; times: LooseTimes };

/** Takes a procedure, returns its execution (its steps in order, as one), or the reason for refusing it. */
function readProcedure(
  procedure: unknown,
  data: Values,
  { row, run, index, times }: Context,
): PlannedExecution | string {
  if (!isObject(procedure)) return 'It is not an object of JSON.';
  const steps = readObjects(procedure, 'steps').sort(
    (a, b) => (readNumber(a, 'order') ?? 0) - (readNumber(b, 'order') ?? 0),
  );
  if (steps.length === 0) return 'It has no steps.';
  const technique = readText(procedure, 'mitre-technique-id');
  const name = readText(procedure, 'procedure-name') ?? technique;
  if (name === null) return 'It has neither a name nor a technique.';
  const execution = blankExecution(row, `${run}/${index + 1}`, name);
  const { leftover } = execution;
  execution.catalog_tags = technique === null ? [] : findTags(technique);
  if (technique !== null && execution.catalog_tags.length === 0) leftover.push(`Technique: ${technique}`);
  execution.template = readTemplate(procedure, leftover);
  readContext(data, execution);
  readSteps(steps, execution, times);
  const known = ['procedure-name', 'mitre-technique-id', 'procedure-id', 'order', 'steps'];
  leftover.push(...listLeftovers(procedure, known));
  return execution;
}

/** For example the GUID of an atomic test. */
function readTemplate(procedure: Values, leftover: string[]): string | null {
  const id = readField(procedure, 'procedure-id');
  if (!isObject(id)) return null;
  const [type, text] = [readText(id, 'type'), readText(id, 'id')];
  if (text !== null && type?.toLowerCase() === 'guid') return text;
  if (text !== null) leftover.push(`Procedure id: ${text}`);
  return null;
}

function readContext(data: Values, execution: PlannedExecution): void {
  const found = readField(data, 'target');
  const target = isObject(found) ? found : {};
  const host = readText(target, 'host');
  execution.target_host = host ?? readText(target, 'ip');
  execution.target_user = readText(target, 'user');
  const sources = readObjects(data, 'source').map(
    (source) => readText(source, 'host') ?? readText(source, 'ip') ?? readText(source, 'domain'),
  );
  execution.source_host = sources.filter((name) => name !== null).join(', ') || null;
  const known = ['host', 'user', ...(host === null ? ['ip'] : [])];
  execution.leftover.push(
    ...listLeftovers(target, known).map((line) => `target ${line}`),
    ...listLeftovers(data, ['execution-id', 'time-generated', 'target', 'source']),
  );
}

function readSteps(steps: readonly Values[], execution: PlannedExecution, times: LooseTimes): void {
  const { leftover } = execution;
  execution.command = join(steps.map((step) => readText(step, 'command')));
  execution.output = joinSections(
    join(steps.map((step) => readOutput(step, false))),
    [[errorHeading, join(steps.map((step) => readOutput(step, true))) ?? '']],
    [errorHeading],
  );
  const starts = steps.map((step) => times.read(readText(step, 'time-start'), 'Start', leftover));
  const ends = steps.map((step) => times.read(readText(step, 'time-stop'), 'Stop', leftover));
  execution.started_at = starts.filter((at) => at !== null).sort()[0] ?? null;
  execution.ended_at =
    ends
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null;
  const [first = {}] = steps;
  execution.executed_at =
    times.read(readText(first, own.executedAt), 'Executed', leftover) ??
    execution.started_at ??
    execution.ended_at;
  execution.operator = readText(first, own.operator);
  execution.red_comment = readText(first, own.comment);
  const exit = readExits(steps);
  leftover.push(...exit.leftover);
  execution.attack_result = find(attackResults, readText(first, own.result) ?? undefined) ?? exit.result;
  const known = [
    ...['command', 'order', 'output', 'time-start', 'time-stop', 'exit-code', 'is-timeout'],
    ...Object.values(own),
  ];
  for (const step of steps) leftover.push(...listLeftovers(step, known));
}

/** An attack has failed if any of its steps has, and succeeded if all steps with a result have. */
function readExits(steps: readonly Values[]): ReturnType<typeof readExit> {
  const exits = steps.map((step) =>
    readExit(readText(step, 'exit-code'), readText(step, 'is-timeout') === 'true'),
  );
  const results = exits.map(({ result }) => result);
  const isWhole = results.length > 0 && results.every((result) => result === 'succeeded');
  return {
    result: results.includes('failed') ? 'failed' : isWhole ? 'succeeded' : null,
    leftover: exits.flatMap(({ leftover }) => leftover),
  };
}

function readOutput(step: Values, isError: boolean): string | null {
  const outputs = readObjects(step, 'output').filter(
    (output) => (readText(output, 'level')?.toUpperCase() === 'STDERR') === isError,
  );
  return join(outputs.map((output) => readText(output, 'content')));
}

function join(texts: readonly (string | null)[]): string | null {
  return texts.filter((text) => text !== null).join('\n') || null;
}
