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
import { keepableText, maxOutputBytes, OutputText, optionalText, techniqueIds, utcTime } from './text.ts';

const api = ['api', 'v2'];
const commandLength = 64 * 1024;
/** The output travels as JSON in base64 in JSON. */
const resultBytes = maxOutputBytes * 1.5;

const text = z.string().nullish();
/** Of an operation or a link: it becomes part of a path and of an external id. */
const identifier = z.string().regex(/^[\w-]{1,100}$/);
const health = z.object({ version: text });
const agents = z.array(
  z.object({
    paw: z.string(),
    display_name: text,
    host: text,
    username: text,
    platform: text,
    architecture: text,
    exe_name: text,
    pid: z.int().nullish(),
    privilege: text,
    host_ip_addrs: z.array(z.string()).nullish(),
    last_seen: text,
  }),
);
const operations = z.array(z.object({ id: identifier, name: text }));
const link = z.object({
  id: identifier,
  paw: z.string(),
  host: text,
  command: text,
  plaintext_command: text,
  status: z.int(),
  decide: text,
  collect: text,
  finish: text,
  ability: z.object({ technique_id: text }).nullish(),
});
const links = z.array(link);
const linkResult = z.object({ link, result: text });
const streams = z.object({ stdout: text, stderr: text });

type Link = z.infer<typeof link>;

export type CalderaOptions = FrameworkHttpOptions & {
  /** Only tasks of the operation with this id or name; null for all. */
  operation: string | null;
};

/** Reads Caldera 5 over its REST interface, version 2. A task is a link: its external id is `<operation>/<link>`. */
export function createCalderaAdapter(options: CalderaOptions): C2Adapter {
  const http = new FrameworkHttp(options, 'KEY');

  async function ask<Answer>(
    operation: Operation,
    segments: string[],
    answer: z.ZodType<Answer>,
    more: { query?: [string, string][]; responseBytes?: number } = {},
  ): Promise<Answer> {
    const body = answer.safeParse(await http.get(operation, [...api, ...segments], more));
    if (!body.success) throw new C2Error('protocol', 'Caldera answered with something unexpected');
    return body.data;
  }

  async function operationsInView(operation: Operation): Promise<string[]> {
    const all = await ask(operation, ['operations'], operations, { query: including(['id', 'name']) });
    const wanted = options.operation;
    return all
      .filter((one) => wanted === null || one.id === wanted || one.name === wanted)
      .map(({ id }) => id);
  }

  /** Newest first; an operation deleted meanwhile has none. */
  async function tasksOf(operation: Operation, operationId: string): Promise<Task[]> {
    try {
      const found = await ask(operation, ['operations', operationId, 'links'], links);
      return found.map((one) => taskOf(operationId, one));
    } catch (error) {
      if (error instanceof C2Error && error.reason === 'not_found') return [];
      throw error;
    }
  }

  return {
    testConnection: () =>
      http.run(async (operation): Promise<Connection> => {
        const seen = await operationsInView(operation);
        if (options.operation !== null && seen.length === 0) {
          throw new C2Error('refused', 'Caldera has no operation with the configured id or name');
        }
        const { version } = await ask(operation, ['health'], health);
        return { version: optionalText(version), detail: `Operations in view: ${seen.length}` };
      }),

    listCallbacks: () =>
      http.run(async (operation) => {
        const found = await ask(operation, ['agents'], agents, {
          query: including(Object.keys(agents.element.shape)),
        });
        return found.map(callbackOf).sort((a, b) => compareNewest(a.lastSeenAt, b.lastSeenAt));
      }),

    getTask: (externalId) =>
      http.run(async (operation) => {
        const [operationId, linkId] = splitId(externalId);
        return taskOf(operationId, await ask(operation, ['operations', operationId, 'links', linkId], link));
      }),

    getTaskOutput: (externalId) =>
      http.run(async (operation) => {
        const [operationId, linkId] = splitId(externalId);
        const answer = await ask(
          operation,
          ['operations', operationId, 'links', linkId, 'result'],
          linkResult,
          {
            responseBytes: resultBytes,
          },
        );
        if (!answer.link.finish) throw new C2Error('not_finished', 'The task has not finished');
        return outputOf(answer.result ?? '');
      }),

    listTasks: ({ page }) =>
      http.run(async (operation): Promise<TaskPage> => {
        const ids = await operationsInView(operation);
        const tasks = (await Promise.all(ids.map((id) => tasksOf(operation, id)))).flat();
        tasks.sort(
          (a, b) => compareNewest(a.submittedAt, b.submittedAt) || (a.externalId < b.externalId ? 1 : -1),
        );
        const start = (page - 1) * tasksPerPage;
        return {
          tasks: tasks.slice(start, start + tasksPerPage),
          page,
          hasMore: tasks.length > start + tasksPerPage,
        };
      }),

    close: () => http.close(),
  };
}

function callbackOf(agent: z.infer<typeof agents>[number]): Callback {
  return {
    externalId: keepableText(agent.paw),
    name: keepableText(agent.display_name || agent.paw),
    host: optionalText(agent.host),
    user: optionalText(agent.username),
    addresses: (agent.host_ip_addrs ?? []).slice(0, 50).map((address) => keepableText(address, 100)),
    os: optionalText(agent.platform),
    architecture: optionalText(agent.architecture),
    process: optionalText(agent.exe_name),
    pid: agent.pid ?? null,
    privilege: optionalText(agent.privilege),
    implant: null,
    active: null,
    lastSeenAt: utcTime(agent.last_seen),
  };
}

function taskOf(operationId: string, row: Link): Task {
  const finished = Boolean(row.finish);
  return {
    externalId: `${operationId}/${row.id}`,
    callbackId: keepableText(row.paw),
    callback: keepableText([row.paw, row.host].filter(Boolean).join(' ')),
    command: keepableText(row.plaintext_command || row.command || '', commandLength),
    status: calderaStatus({ status: row.status, finished, collected: Boolean(row.collect) }),
    frameworkStatus: String(row.status),
    finished,
    techniques: techniqueIds([row.ability?.technique_id]),
    operator: null,
    submittedAt: utcTime(row.decide),
    startedAt: utcTime(row.collect),
    finishedAt: utcTime(row.finish),
  };
}

/** What the number of a link's status means, which says little before the link is finished. */
export function calderaStatus(row: { status: number; finished: boolean; collected: boolean }): TaskStatus {
  if (row.finished) return row.status === 0 ? 'completed' : 'error';
  if ([-1, -2, -4, -5].includes(row.status)) return 'blocked';
  if (row.status === -3) return row.collected ? 'processing' : 'submitted';
  return row.collected ? 'processing' : 'unknown';
}

/** Both streams of a result, standard output first; a result that is no JSON is the output itself. */
function outputOf(result: string): string {
  const bytes = Buffer.from(result, 'base64');
  let parsed: ReturnType<typeof streams.safeParse> | null = null;
  try {
    parsed = streams.safeParse(JSON.parse(bytes.toString('utf8')));
  } catch {
    parsed = null;
  }
  const output = new OutputText();
  if (!parsed?.success || (parsed.data.stdout == null && parsed.data.stderr == null)) {
    output.add(bytes);
    return output.text();
  }
  const { stdout, stderr } = parsed.data;
  const between = stdout && stderr && !stdout.endsWith('\n') ? '\n' : '';
  output.add(Buffer.from(`${stdout ?? ''}${between}${stderr ?? ''}`));
  return output.text();
}

function splitId(externalId: string): [operationId: string, linkId: string] {
  const [, operationId, linkId] = /^([\w-]{1,100})\/([\w-]{1,100})$/.exec(externalId) ?? [];
  if (!operationId || !linkId) throw new C2Error('not_found', 'Caldera has no such task');
  return [operationId, linkId];
}

function including(fields: string[]): [string, string][] {
  return fields.map((field) => ['include', field]);
}

function compareNewest(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left === right ? 0 : left < right ? 1 : -1;
}
