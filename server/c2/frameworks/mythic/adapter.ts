import { z } from 'zod';
import {
  type C2Adapter,
  C2Error,
  type CallbackList,
  type Connection,
  type Task,
  type TaskPage,
  tasksPerPage,
} from '../adapter.ts';
import { FrameworkHttp, type FrameworkHttpOptions, type Operation } from '../http.ts';
import { Pacing } from '../pacing.ts';
import type { ReadOnlyQuery, Variables } from '../read-only-query.ts';
import { readRows } from '../rows.ts';
import { decodeChunk, OutputText, toOptionalText } from '../text.ts';
import { mythicQueries } from './queries.ts';
import { completion, isOver, toCallback, toTask } from './rows.ts';

const callbacksListed = 500;
const chunksPerPage = 200;
const pageBytes = 32 * 1024 * 1024;
const largeBytes = 1024 * 1024;

const text = z.string().nullish();
const rows = z.array(z.unknown());
const failure = z.object({ extensions: z.object({ code: z.string().optional() }).nullish() });
const identity = z.object({
  status: z.string(),
  current_operation: text,
  current_operation_id: z.int().nullish(),
});
const whoAmI = z.object({ meHook: identity });
const whoAmI4 = z.object({ whoami: identity });
const callbackRows = z.object({ callback: rows });
const taskRows = z.object({ task: rows });
const outputRows = z.object({
  task: z.array(z.object(completion)),
  response: z.array(z.object({ id: z.int(), response_text: text })),
});

/** Mythic 3 takes the token in its own header; Mythic 4 takes a Bearer token, and names its owner differently. */
type Version = 3 | 4;

/** Tasks read together: all requested before the turn came. */
type Batch = { ids: Set<number>; begins: (() => void)[]; tasks: Promise<ReadonlyMap<string, Task>> };

export type MythicOptions = FrameworkHttpOptions & {
  /** The operation required for the token's account; null for any. */
  operation: string | null;
  clock: () => number;
};

/** Reads Mythic over GraphQL. A task's external id is its `id`, which is global, unlike `display_id`. */
export function createMythicAdapter(options: MythicOptions): C2Adapter {
  const http = new FrameworkHttp(options, 'apitoken');
  const pacing = new Pacing(options.clock);
  let version: Version = 3;
  let gathering: Batch | null = null;

  /** Tries the way of the version that last answered, and the other one if that is refused. */
  async function askInItsVersion<T>(question: (version: Version) => Promise<T>): Promise<T> {
    const present = version;
    try {
      return await question(present);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
      const other: Version = present === 3 ? 4 : 3;
      const answer = await question(other).catch((again: unknown) => {
        throw isRefusedToken(again) ? error : again;
      });
      version = other;
      return answer;
    }
  }

  async function askAs<V extends Variables, Answer>(
    as: Version,
    operation: Operation,
    query: ReadOnlyQuery<V>,
    variables: V,
    answer: z.ZodType<Answer>,
    responseBytes?: number,
  ): Promise<Answer> {
    const json = await http.query(operation, query, variables, {
      bearer: as === 4,
      ...(responseBytes === undefined ? {} : { responseBytes }),
    });
    const body = z
      .object({ data: z.unknown().optional(), errors: z.array(failure).nullish() })
      .safeParse(json);
    if (!body.success) throw unexpected();
    // Mythic reports failures with status 200.
    if (body.data.errors) throw toC2Error(body.data.errors[0]?.extensions?.code);
    const data = answer.safeParse(body.data.data);
    if (!data.success) throw unexpected();
    return data.data;
  }

  const ask = <V extends Variables, Answer>(
    operation: Operation,
    query: ReadOnlyQuery<V>,
    variables: V,
    answer: z.ZodType<Answer>,
    responseBytes?: number,
  ): Promise<Answer> =>
    askInItsVersion((as) => askAs(as, operation, query, variables, answer, responseBytes));

  function readTasks(operation: Operation, found: unknown[]): { read: Task[]; leftOut: number } {
    const now = readTime(operation);
    const tasks = readRows(found, (row) => toTask(row, now));
    if (tasks === null) throw unexpected();
    return tasks;
  }

  /** Reads one task, with one request for all tasks wanted at that time; null if it is not in the answer. */
  async function readTaskInBatch(id: number, begin: () => void): Promise<Task | null> {
    gathering ??= beginBatch();
    gathering.ids.add(id);
    gathering.begins.push(begin);
    return (await gathering.tasks).get(String(id)) ?? null;
  }

  function beginBatch(): Batch {
    const ids = new Set<number>();
    const begins: (() => void)[] = [];
    const close = (): void => {
      if (gathering === batch) gathering = null;
    };
    const question = async (operation: Operation) => {
      const { task } = await ask(operation, mythicQueries.task, { ids: [...ids] }, taskRows);
      return new Map(readTasks(operation, task).read.map((one) => [one.externalId, one]));
    };
    const begin = (): void => {
      close();
      for (const tell of begins) tell();
    };
    const batch: Batch = { ids, begins, tasks: http.run(question, begin).finally(close) };
    return batch;
  }

  async function readOutput(operation: Operation, id: number): Promise<string> {
    const output = new OutputText(http.limits.outputBytes);
    // A chunk is base64 in several lines.
    const chunkBytes = Math.ceil(http.limits.outputBytes * 1.4) + 64 * 1024;
    let after = 0;
    let limit = chunksPerPage;
    for (;;) {
      let page: z.infer<typeof outputRows>;
      try {
        const most = limit === 1 ? chunkBytes : Math.min(pageBytes, http.limits.responseBytes);
        page = await ask(operation, mythicQueries.output, { id, after, limit }, outputRows, most);
      } catch (error) {
        // An agent may send chunks of any size; when a full page is too large, fewer are requested.
        if (!(error instanceof C2Error) || error.reason !== 'too_large' || limit === 1) throw error;
        limit = Math.ceil(limit / 8);
        continue;
      }
      if (!page.task[0]) throw noSuchTask();
      if (!isOver(page.task[0], readTime(operation))) throw notFinished();
      for (const row of page.response) {
        if (row.id <= after) throw unexpected();
        after = row.id;
        output.add(decodeChunk(row.response_text ?? ''));
      }
      if (page.response.length < limit) return output.text();
      if (output.bytes > largeBytes) await http.waitForLargeTurn(operation);
    }
  }

  return {
    testConnection: () =>
      http.run(async (operation): Promise<Connection> => {
        const me = await askInItsVersion(async (as) =>
          as === 3
            ? (await askAs(as, operation, mythicQueries.whoAmI, {}, whoAmI)).meHook
            : (await askAs(as, operation, mythicQueries.whoAmI4, {}, whoAmI4)).whoami,
        );
        if (me.status !== 'success') {
          throw new C2Error('refused', 'Mythic does not say whose token this is');
        }
        const current = toOptionalText(me.current_operation);
        if (current === null) {
          throw new C2Error('refused', "The token's account has no current operation: choose one in Mythic");
        }
        if (options.operation !== null && options.operation !== current) {
          throw new C2Error(
            'refused',
            "The token's account is in another operation than the configured one: change it in Mythic",
          );
        }
        return { version: String(version), detail: `Current operation: ${current}` };
      }),

    listCallbacks: () => {
      const question = (begin: () => void) =>
        http.run(async (operation): Promise<CallbackList> => {
          const variables = { limit: callbacksListed };
          const answer = await ask(operation, mythicQueries.callbacks, variables, callbackRows);
          const found = readRows(answer.callback, toCallback);
          if (found === null) throw unexpected();
          return { callbacks: found.read, leftOut: found.leftOut };
        }, begin);
      return pacing.ask('callbacks', question, { byHand: true });
    },

    getTask: async (externalId) => {
      const id = parseTaskId(externalId);
      const task = await pacing.ask(`task ${id}`, (begin) => readTaskInBatch(id, begin));
      if (task === null) throw noSuchTask();
      return task;
    },

    getTaskOutput: async (externalId) => {
      const id = parseTaskId(externalId);
      const question = (begin: () => void) => http.run((operation) => readOutput(operation, id), begin);
      return pacing.ask(`output ${id}`, question, { keep: false });
    },

    listTasks: async ({ page }) => {
      const question = (begin: () => void) =>
        http.run(async (operation): Promise<TaskPage> => {
          const variables = { limit: tasksPerPage + 1, offset: (page - 1) * tasksPerPage };
          const { task } = await ask(operation, mythicQueries.tasks, variables, taskRows);
          const { read, leftOut } = readTasks(operation, task.slice(0, tasksPerPage));
          return { tasks: read, page, hasMore: task.length > tasksPerPage, leftOut };
        }, begin);
      return pacing.ask(`tasks ${page}`, question, { byHand: true });
    },

    tryNow: () => pacing.tryNow(),
    close: () => http.close(),
  };
}

/** The framework's clock, or ours if not reported. */
function readTime(operation: Operation): number {
  return operation.frameworkTime ?? Date.now();
}

function parseTaskId(externalId: string): number {
  const id = /^[1-9]\d{0,9}$/.test(externalId) ? Number(externalId) : 0;
  if (id < 1 || id > 0x7fffffff) throw noSuchTask();
  return id;
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof C2Error && error.reason === 'unauthorized';
}

/** The codes are Hasura's, which answers for Mythic. */
function toC2Error(code: string | undefined): C2Error {
  if (code === 'access-denied' || code === 'invalid-headers' || code === 'invalid-jwt') {
    return new C2Error('unauthorized', 'Mythic does not accept the token');
  }
  if (code === 'validation-failed') {
    return new C2Error('protocol', 'Mythic does not know a requested field: is it another version?');
  }
  return new C2Error('refused', 'Mythic answered with an error');
}

/** The account may change its operation, so the task can come back. */
function noSuchTask(): C2Error {
  return new C2Error('not_found', 'Mythic has no such task in the current operation of the token');
}

function notFinished(): C2Error {
  return new C2Error('not_finished', 'The task has not finished');
}

function unexpected(): C2Error {
  return new C2Error('protocol', 'Mythic answered with something unexpected');
}
