import { z } from 'zod';
import type { TaskStatus } from '../../../../domain/c2.ts';
import type { Callback, Task } from '../adapter.ts';
import { readRow } from '../rows.ts';
import { pickTechniqueIds, toKeepableText, toOptionalText, toUtcTime } from '../text.ts';

const commandLength = 64 * 1024;
const text = z.string().nullish();
/** Id of an operation or a link: it becomes part of a path and of an external id. */
const identifier = z.string().regex(/^[\w-]{1,100}$/);

const agent = {
  paw: z.string().min(1),
  display_name: text,
  host: text,
  username: text,
  platform: text,
  architecture: text,
  exe_name: text,
  pid: z.int().nullish(),
  privilege: text,
  host_ip_addrs: z.array(z.unknown()).nullish(),
  last_seen: text,
};
const operation = { id: identifier, name: text };
const link = {
  id: identifier,
  paw: text,
  host: text,
  command: text,
  plaintext_command: text,
  status: z.int(),
  decide: text,
  collect: text,
  finish: text,
  ability: z.object({ technique_id: text }).nullish(),
};

export const agentFields = Object.keys(agent);

export function toOperation(row: unknown): { id: string; name: string | null } | null {
  const { id, name } = readRow(operation, row)?.fields ?? {};
  return id ? { id, name: name ?? null } : null;
}

/** Null for an agent without a paw. */
export function toCallback(row: unknown): Callback | null {
  const read = readRow(agent, row);
  if (!read?.fields.paw) return null;
  const { fields, unreadable } = read;
  const addresses = fields.host_ip_addrs ?? [];
  const readable = addresses.filter((one) => typeof one === 'string');
  return {
    externalId: toKeepableText(read.fields.paw),
    name: toKeepableText(fields.display_name || read.fields.paw),
    host: toOptionalText(fields.host),
    user: toOptionalText(fields.username),
    addresses: readable.slice(0, 50).map((address) => toKeepableText(address, 100)),
    os: toOptionalText(fields.platform),
    architecture: toOptionalText(fields.architecture),
    process: toOptionalText(fields.exe_name),
    pid: fields.pid,
    privilege: toOptionalText(fields.privilege),
    implant: null,
    active: null,
    lastSeenAt: toUtcTime(fields.last_seen),
    unreadable: readable.length === addresses.length ? unreadable : [...unreadable, 'host_ip_addrs'],
  };
}

/** Null for a link without a usable id. */
export function toTask(operationId: string, row: unknown): Task | null {
  const read = readRow(link, row);
  if (!read?.fields.id) return null;
  const { fields, unreadable } = read;
  const finished = Boolean(fields.finish);
  const status = toTaskStatus({ status: fields.status, finished, collected: Boolean(fields.collect) });
  return {
    externalId: `${operationId}/${fields.id}`,
    callbackId: toOptionalText(fields.paw),
    callback: toOptionalText([fields.paw, fields.host].filter(Boolean).join(' ')),
    command: toKeepableText(fields.plaintext_command || fields.command || '', commandLength),
    status,
    frameworkStatus: fields.status === null ? null : String(fields.status),
    finished: finished && status !== 'discarded',
    techniques: pickTechniqueIds([fields.ability?.technique_id]),
    operator: null,
    submittedAt: toUtcTime(fields.decide),
    startedAt: toUtcTime(fields.collect),
    finishedAt: toUtcTime(fields.finish),
    unreadable,
  };
}

/** Meaning of a link's status number, which is vague until the link is finished. */
export function toTaskStatus(row: {
  status: number | null;
  finished: boolean;
  collected: boolean;
}): TaskStatus {
  if (row.status === -2) return 'discarded';
  if (row.finished) return row.status === null ? 'unknown' : row.status === 0 ? 'completed' : 'error';
  if (row.status === -1 || row.status === -4 || row.status === -5) return 'blocked';
  if (row.status === -3) return row.collected ? 'processing' : 'submitted';
  return row.collected ? 'processing' : 'unknown';
}
