import { z } from 'zod';
import {
  type C2Adapter,
  C2Error,
  type Callback,
  type Connection,
  type Task,
  type TaskPage,
  type TaskStatus,
  tasksPerPage,
} from './adapter.ts';
import { FrameworkHttp, type FrameworkHttpOptions, type Operation } from './http.ts';
import { type ReadOnlyQuery, readOnlyQuery } from './read-only-query.ts';
import { bytesOfChunk, keepableText, OutputText, optionalText, techniqueIds, utcTime } from './text.ts';

const callbacksListed = 500;
const chunksPerPage = 200;
const commandLength = 64 * 1024;
const largeBytes = 1024 * 1024;

const taskFields = `
  id
  command_name
  display_params
  status
  completed
  timestamp
  status_timestamp_submitted
  status_timestamp_processing
  status_timestamp_processed
  callback { id display_id host }
  operator { username }
  attacktasks { attack { t_num } }
`;

/** Every document that is ever sent to Mythic. A callback's keys (`enc_key`, `dec_key`) are in none of them. */
export const mythicQueries = Object.freeze({
  whoAmI: readOnlyQuery<Record<string, never>>(
    'query WhoAmI { meHook { status current_operation current_operation_id } }',
  ),
  callbacks: readOnlyQuery<{ limit: number }>(`query Callbacks($limit: Int!) {
    callback(order_by: {id: desc}, limit: $limit) {
      id display_id user host ip os architecture process_name pid integrity_level active dead last_checkin
      payload { payloadtype { name } }
    }
  }`),
  task: readOnlyQuery<{ id: number }>(`query Task($id: Int!) {
    task(where: {id: {_eq: $id}}) { ${taskFields} }
  }`),
  tasks: readOnlyQuery<{ limit: number; offset: number }>(`query Tasks($limit: Int!, $offset: Int!) {
    task(order_by: {id: desc}, limit: $limit, offset: $offset) { ${taskFields} }
  }`),
  output: readOnlyQuery<{ id: number; after: number; limit: number }>(
    `query Output($id: Int!, $after: Int!, $limit: Int!) {
    task(where: {id: {_eq: $id}}) { completed }
    response(where: {task_id: {_eq: $id}, id: {_gt: $after}}, order_by: {id: asc}, limit: $limit) {
      id response_text
    }
  }`,
  ),
});

const text = z.string().nullish();
const failure = z.object({ extensions: z.object({ code: z.string().optional() }).nullish() });

const whoAmI = z.object({
  meHook: z.object({ status: z.string(), current_operation: text, current_operation_id: z.int().nullish() }),
});

const callbackRow = z.object({
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
});

const taskRow = z.object({
  id: z.int(),
  command_name: text,
  display_params: text,
  status: text,
  completed: z.boolean().nullish(),
  timestamp: text,
  status_timestamp_submitted: text,
  status_timestamp_processing: text,
  status_timestamp_processed: text,
  callback: z.object({ id: z.int(), display_id: z.int(), host: text }),
  operator: z.object({ username: text }).nullish(),
  attacktasks: z.array(z.object({ attack: z.object({ t_num: text }).nullish() })).nullish(),
});

const callbackRows = z.object({ callback: z.array(callbackRow) });
const taskRows = z.object({ task: z.array(taskRow) });
const outputRows = z.object({
  task: z.array(z.object({ completed: z.boolean().nullish() })),
  response: z.array(z.object({ id: z.int(), response_text: text })),
});

export type MythicOptions = FrameworkHttpOptions & {
  /** The operation the token's account must be in; null for whichever it is in. */
  operation: string | null;
};

/** Reads Mythic 3.4 over GraphQL. A task's external id is its `id`, which unlike `display_id` is global. */
export function createMythicAdapter(options: MythicOptions): C2Adapter {
  const http = new FrameworkHttp(options, 'apitoken');

  async function ask<Variables extends Record<string, number>, Answer>(
    operation: Operation,
    query: ReadOnlyQuery<Variables>,
    variables: Variables,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    const body = z
      .object({ data: z.unknown().optional(), errors: z.array(failure).nullish() })
      .safeParse(await http.query(operation, query, variables));
    if (!body.success) throw unexpected();
    // Mythic answers failures with status 200.
    if (body.data.errors) throw errorOf(body.data.errors[0]?.extensions?.code);
    const data = answer.safeParse(body.data.data);
    if (!data.success) throw unexpected();
    return data.data;
  }

  return {
    testConnection: () =>
      http.run(async (operation): Promise<Connection> => {
        const { meHook } = await ask(operation, mythicQueries.whoAmI, {}, whoAmI);
        if (meHook.status !== 'success')
          throw new C2Error('refused', 'Mythic does not say whose token this is');
        const current = optionalText(meHook.current_operation);
        if (current === null) {
          throw new C2Error('refused', "The token's account has no current operation: choose one in Mythic");
        }
        if (options.operation !== null && options.operation !== current) {
          throw new C2Error(
            'refused',
            "The token's account is in another operation than the configured one: change it in Mythic",
          );
        }
        return { version: null, detail: `Current operation: ${current}` };
      }),

    listCallbacks: () =>
      http.run(async (operation) => {
        const { callback } = await ask(
          operation,
          mythicQueries.callbacks,
          { limit: callbacksListed },
          callbackRows,
        );
        return callback.map(callbackOf);
      }),

    getTask: (externalId) =>
      http.run(async (operation) => {
        const { task } = await ask(operation, mythicQueries.task, { id: taskId(externalId) }, taskRows);
        if (!task[0]) throw noSuchTask();
        return taskOf(task[0]);
      }),

    getTaskOutput: (externalId) =>
      http.run(async (operation) => {
        const id = taskId(externalId);
        const output = new OutputText();
        let after = 0;
        let limit = chunksPerPage;
        for (;;) {
          let page: z.infer<typeof outputRows>;
          try {
            page = await ask(operation, mythicQueries.output, { id, after, limit }, outputRows);
          } catch (error) {
            // An agent may send chunks of any size; fewer of them fit where a full page does not.
            if (!(error instanceof C2Error) || error.reason !== 'too_large' || limit === 1) throw error;
            limit = Math.ceil(limit / 8);
            continue;
          }
          if (!page.task[0]) throw noSuchTask();
          if (page.task[0].completed !== true) throw notFinished();
          for (const row of page.response) {
            if (row.id <= after) throw unexpected();
            after = row.id;
            output.add(bytesOfChunk(row.response_text ?? ''));
          }
          if (page.response.length < limit) return output.text();
          if (output.bytes > largeBytes) await http.waitForLargeTurn(operation);
        }
      }),

    listTasks: ({ page }) =>
      http.run(async (operation): Promise<TaskPage> => {
        const { task } = await ask(
          operation,
          mythicQueries.tasks,
          { limit: tasksPerPage + 1, offset: (page - 1) * tasksPerPage },
          taskRows,
        );
        return { tasks: task.slice(0, tasksPerPage).map(taskOf), page, hasMore: task.length > tasksPerPage };
      }),

    close: () => http.close(),
  };
}

function callbackOf(row: z.infer<typeof callbackRow>): Callback {
  return {
    externalId: String(row.id),
    name: `#${row.display_id}`,
    host: optionalText(row.host),
    user: optionalText(row.user),
    addresses: addressesOf(row.ip),
    os: optionalText(row.os),
    architecture: optionalText(row.architecture),
    process: optionalText(row.process_name),
    pid: row.pid ?? null,
    privilege: integrityLevels[row.integrity_level ?? -1] ?? null,
    implant: optionalText(row.payload?.payloadtype?.name),
    active: row.active == null ? null : row.active && row.dead !== true,
    lastSeenAt: utcTime(row.last_checkin),
  };
}

const integrityLevels: Record<number, string> = {
  1: 'low',
  2: 'medium',
  3: 'high',
  4: 'system',
  5: 'system',
};

/** Mythic keeps the addresses as a JSON array in a string. */
function addressesOf(ip: string | null | undefined): string[] {
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
    .map((one) => keepableText(one, 100));
}

function taskOf(row: z.infer<typeof taskRow>): Task {
  const finished = row.completed === true;
  const command = [row.command_name, row.display_params].filter(Boolean).join(' ');
  return {
    externalId: String(row.id),
    callbackId: String(row.callback.id),
    callback: keepableText(`#${row.callback.display_id} ${row.callback.host ?? ''}`.trimEnd()),
    command: keepableText(command, commandLength),
    status: mythicStatus({
      status: row.status ?? '',
      completed: finished,
      processing: Boolean(row.status_timestamp_processing),
    }),
    frameworkStatus: keepableText(row.status ?? '', 200),
    finished,
    techniques: techniqueIds((row.attacktasks ?? []).map((tag) => tag.attack?.t_num)),
    operator: optionalText(row.operator?.username),
    submittedAt: utcTime(row.status_timestamp_submitted) ?? utcTime(row.timestamp),
    startedAt: utcTime(row.status_timestamp_processing),
    finishedAt: finished ? (utcTime(row.status_timestamp_processed) ?? utcTime(row.timestamp)) : null,
  };
}

/** What Mythic's status text means; implants may set texts of their own once they have picked the task up. */
export function mythicStatus(task: { status: string; completed: boolean; processing: boolean }): TaskStatus {
  const status = task.status.toLowerCase();
  if (status.includes('error')) return 'error';
  if (task.completed) return 'completed';
  if (/^opsec (pre|post) blocked/.test(status)) return 'blocked';
  if (/^(submitted|preprocessing)$|opsec (pre|post) check|(creating|preparing) task/.test(status)) {
    return 'submitted';
  }
  return task.processing || /^(processing|processed|delegating)/.test(status) ? 'processing' : 'unknown';
}

function taskId(externalId: string): number {
  const id = /^[1-9]\d{0,9}$/.test(externalId) ? Number(externalId) : 0;
  if (id < 1 || id > 0x7fffffff) throw noSuchTask();
  return id;
}

/** The codes are Hasura's, which answers for Mythic. */
function errorOf(code: string | undefined): C2Error {
  if (code === 'access-denied' || code === 'invalid-headers' || code === 'invalid-jwt') {
    return new C2Error('unauthorized', 'Mythic does not accept the token');
  }
  if (code === 'validation-failed') {
    return new C2Error('protocol', 'Mythic does not know a field that was asked for: another version?');
  }
  return new C2Error('refused', 'Mythic answered with an error');
}

function noSuchTask(): C2Error {
  return new C2Error('not_found', 'Mythic has no such task in the current operation of the token');
}

function notFinished(): C2Error {
  return new C2Error('not_finished', 'The task has not finished');
}

function unexpected(): C2Error {
  return new C2Error('protocol', 'Mythic answered with something unexpected');
}
