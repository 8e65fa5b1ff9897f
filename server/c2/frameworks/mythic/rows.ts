import { z } from 'zod';
import type { TaskStatus } from '../../../../domain/c2.ts';
import type { Callback, Task } from '../adapter.ts';
import { readRow } from '../rows.ts';
import { pickTechniqueIds, toKeepableText, toOptionalText, toUtcTime } from '../text.ts';

const commandLength = 64 * 1024;
/** Mythic queues output for a worker, and reports `completed` before the queue is processed. */
const settlingMs = 5_000;

const text = z.string().nullish();

const callback = {
  id: z.int(),
  display_id: z.int(),
  user: text,
  host: text,
  ip: text,
  os: text,
  architecture: text,
  process_name: text,
  pid: z.int().nullish(),
  integrity_level: z.int().nullish(),
  active: z.boolean().nullish(),
  dead: z.boolean().nullish(),
  last_checkin: text,
  payload: z.object({ payloadtype: z.object({ name: text }).nullish() }).nullish(),
};

/** Detects whether all of a task's output has arrived. */
export const completion = {
  completed: z.boolean().nullish(),
  timestamp: text,
  responses: z.array(z.object({ timestamp: text })).nullish(),
};
type Completion = {
  completed?: boolean | null | undefined;
  timestamp?: string | null | undefined;
  responses?: { timestamp?: string | null | undefined }[] | null | undefined;
};

const task = {
  ...completion,
  id: z.int(),
  command_name: text,
  display_params: text,
  status: text,
  status_timestamp_submitted: text,
  status_timestamp_processing: text,
  status_timestamp_processed: text,
  callback: z.object({ id: z.int(), display_id: z.int(), host: text }),
  operator: z.object({ username: text }).nullish(),
  attacktasks: z.array(z.object({ attack: z.object({ t_num: text }).nullish() })).nullish(),
};

const integrityLevels: Record<number, string> = {
  1: 'low',
  2: 'medium',
  3: 'high',
  4: 'system',
  5: 'system',
};

/** Null for a callback without an id. */
export function toCallback(row: unknown): Callback | null {
  const read = readRow(callback, row);
  if (read === null || read.fields.id === null) return null;
  const { fields, unreadable } = read;
  return {
    externalId: String(fields.id),
    name: fields.display_id === null ? String(fields.id) : `#${fields.display_id}`,
    host: toOptionalText(fields.host),
    user: toOptionalText(fields.user),
    addresses: parseAddresses(fields.ip),
    os: toOptionalText(fields.os),
    architecture: toOptionalText(fields.architecture),
    process: toOptionalText(fields.process_name),
    pid: fields.pid,
    privilege: integrityLevels[fields.integrity_level ?? -1] ?? null,
    implant: toOptionalText(fields.payload?.payloadtype?.name),
    active: fields.active === null ? null : fields.active && fields.dead !== true,
    lastSeenAt: toUtcTime(fields.last_checkin),
    unreadable,
  };
}

/** Mythic keeps the addresses as a JSON array in a string. */
function parseAddresses(ip: string | null): string[] {
  if (!ip) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(ip);
  } catch {
    parsed = [ip];
  }
  const list = Array.isArray(parsed) ? parsed : [parsed];
  return list
    .filter((one) => typeof one === 'string' && one !== '')
    .slice(0, 50)
    .map((one) => toKeepableText(one, 100));
}

/** Null for a task without an id; `now` is the framework's clock. */
export function toTask(row: unknown, now: number): Task | null {
  const read = readRow(task, row);
  if (read === null || read.fields.id === null) return null;
  const { fields, unreadable } = read;
  const finished = isOver(fields, now);
  const command = [fields.command_name, fields.display_params].filter(Boolean).join(' ');
  return {
    externalId: String(fields.id),
    callbackId: fields.callback === null ? null : String(fields.callback.id),
    callback:
      fields.callback === null
        ? null
        : toKeepableText(`#${fields.callback.display_id} ${fields.callback.host ?? ''}`.trimEnd()),
    command: toKeepableText(command, commandLength),
    status:
      fields.completed === true && !finished
        ? 'processing'
        : toTaskStatus({
            status: fields.status ?? '',
            completed: finished,
            processing: Boolean(fields.status_timestamp_processing),
          }),
    frameworkStatus: fields.status === null ? null : toKeepableText(fields.status, 200),
    finished,
    techniques: pickTechniqueIds((fields.attacktasks ?? []).map((tag) => tag.attack?.t_num)),
    operator: toOptionalText(fields.operator?.username),
    submittedAt: toUtcTime(fields.status_timestamp_submitted) ?? toUtcTime(fields.timestamp),
    startedAt: toUtcTime(fields.status_timestamp_processing),
    finishedAt: finished
      ? (toUtcTime(fields.status_timestamp_processed) ?? toUtcTime(fields.timestamp))
      : null,
    unreadable,
  };
}

/** Completed, and no newer output is in transit. */
export function isOver({ completed, timestamp, responses }: Completion, now: number): boolean {
  if (completed !== true) return false;
  return [timestamp, responses?.[0]?.timestamp].every((time) => {
    const at = toUtcTime(time);
    return at === null || now - Date.parse(at) >= settlingMs;
  });
}

const processing =
  /^(agent processing|processing|processed|delegating|intercepted for custom checks|pt_task_create_tasking)|completion function running/;

/** Meaning of Mythic's status text; implants may set their own once they have picked up the task. */
export function toTaskStatus(task: { status: string; completed: boolean; processing: boolean }): TaskStatus {
  const status = task.status.toLowerCase();
  if (status.includes('error')) return 'error';
  if (task.completed) return 'completed';
  if (/^opsec (pre|post) blocked/.test(status)) return 'blocked';
  if (/^(submitted|preprocessing)$|opsec (pre|post) check|(creating|preparing) task/.test(status)) {
    return 'submitted';
  }
  return task.processing || processing.test(status) ? 'processing' : 'unknown';
}
