import { cutName } from '../../../../domain/names.ts';
import { blankExecution, blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan, PlannedExecution } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import { decodeBase64 } from '../../reading/text.ts';
import {
  findTags,
  isObject,
  readField,
  readObjects,
  readText,
  readTexts,
  type Values,
} from '../../reading/values.ts';

/**
 * Tasks of Mythic as JSON (https://github.com/its-a-feature/Mythic): an answer of its GraphQL interface or a list, on their own or
 * under the callbacks that ran them. Each becomes an execution.
 */
export const mythicReader: ImportReader = {
  format: 'mythic',
  claims: isExport,
  recognise: (source, beginnings) =>
    [...beginnings].some(([name, text]) => (source.isArchive ? isExport(name, text) : hasTasks(text)))
      ? 'yes'
      : 'no',
  read: async (source, { progress }) => {
    const plan = blankPlan('mythic');
    const times = new LooseTimes();
    await readMembers(source, { plan, ending: /\.json$/i, claims: isExport, progress }, (text, { name }) => {
      const tasks = [...findTasks(parseJson(text), null)];
      if (tasks.length === 0) throw new ImportRefusal('It has no tasks of Mythic');
      for (const [index, task] of tasks.entries()) readTask(task, `${name}, entry ${index + 1}`, plan, times);
    });
    plan.notes.push(...times.notes);
    return plan;
  },
};

function isExport(name: string, text: string): boolean {
  return /\.json$/i.test(name) && hasTasks(text);
}

/** The names of a task's fields in every version since 3. */
function hasTasks(text: string): boolean {
  return (
    /"command_name"\s*:/.test(text) &&
    /"(?:display_params|original_params)"\s*:/.test(text) &&
    /"(?:status_timestamp_\w+|agent_task_id|display_id|callback)"\s*:/.test(text)
  );
}

type Task = { task: Values; callback: Values | null };

/** The tasks in a value, with the callback that is theirs, or that they stand in. */
function* findTasks(value: unknown, callback: Values | null): Generator<Task> {
  if (Array.isArray(value)) for (const one of value) yield* findTasks(one, callback);
  if (!isObject(value)) return;
  if (readText(value, 'command_name') !== null) {
    const own = readField(value, 'callback');
    yield { task: value, callback: isObject(own) ? own : callback };
    return;
  }
  const isCallback =
    Object.hasOwn(value, 'host') && (Object.hasOwn(value, 'pid') || Object.hasOwn(value, 'user'));
  for (const part of Object.values(value)) yield* findTasks(part, isCallback ? value : callback);
}

function readTask({ task, callback }: Task, row: string, plan: ImportPlan, times: LooseTimes): void {
  const name = readText(task, 'command_name') ?? '';
  const params = readText(task, 'display_params') ?? readText(task, 'original_params');
  const command = params === null ? name : `${name} ${params}`;
  const id = readText(task, 'agent_task_id') ?? readText(task, 'id');
  const started = first(task, ['status_timestamp_processing', 'status_timestamp_submitted', 'timestamp']);
  const execution = blankExecution(
    row,
    id ?? [started ?? '', readText(callback ?? {}, 'host') ?? '', command].join('/'),
    cutName(command.split('\n', 1)[0] ?? ''),
  );
  const { leftover } = execution;
  execution.command = command;
  execution.output = readOutput(task);
  execution.catalog_tags = readTechniques(task);
  // Mythic writes UTC without saying so.
  execution.started_at = times.read(started, 'Start', leftover, '+00:00');
  execution.executed_at = execution.started_at;
  execution.ended_at = times.read(readText(task, 'status_timestamp_processed'), 'End', leftover, '+00:00');
  execution.operator = nameOf(readField(task, 'operator'));
  execution.red_comment = readText(task, 'comment');
  describeHost(execution, callback ?? {});
  const status = readText(task, 'status');
  if (status !== null && /error/i.test(status)) execution.attack_result = 'failed';
  if (status !== null && !/^(?:completed|success|processed)$/i.test(status))
    leftover.push(`Status: ${status}`);
  addOnce(plan, plan.executions, execution, execution.name);
}

function first(task: Values, names: readonly string[]): string | null {
  return names.map((name) => readText(task, name)).find((text) => text !== null) ?? null;
}

function nameOf(operator: unknown): string | null {
  if (isObject(operator)) return readText(operator, 'username');
  return typeof operator === 'string' && operator !== '' ? operator : null;
}

function describeHost(execution: PlannedExecution, callback: Values): void {
  execution.target_host = readText(callback, 'host');
  execution.target_user = readText(callback, 'user');
  for (const [label, name] of [
    ['Process id', 'pid'],
    ['Process', 'process_name'],
    ['Callback', 'display_id'],
  ] as const) {
    const text = readText(callback, name);
    if (text !== null) execution.leftover.push(`${label}: ${text}`);
  }
}

function readTechniques(task: Values): string[] {
  const attacks = readObjects(task, 'attacktasks').flatMap((one) => {
    const attack = readField(one, 'attack');
    return isObject(attack) ? readTexts(attack, 't_num') : readTexts(one, 't_num');
  });
  return [...new Set([...attacks, ...readTexts(task, 'attack_t_nums')].flatMap(findTags))];
}

/** Answers are base64 with line breaks; their bytes are decoded as one text, because they are cut anywhere. */
function readOutput(task: Values): string | null {
  const parts = readObjects(task, 'responses').map((response): Buffer => {
    const packed = readText(response, 'response_text') ?? '';
    return decodeBase64(packed) ?? Buffer.from(packed);
  });
  return Buffer.concat(parts).toString('utf8') || null;
}
