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
import { type Manner, Pacing } from '../pacing.ts';
import { readRows } from '../rows.ts';
import { OutputText, toOptionalText } from '../text.ts';
import { agentFields, toCallback, toOperation, toTask } from './rows.ts';

const api = ['api', 'v2'];
/** Time for which the pages of a picking session are kept after the last one was read. */
const sessionMs = 10 * 60_000;
const largestResultBytes = 256 * 1024 * 1024;

const text = z.string().nullish();
const health = z.object({ version: text });
const rows = z.array(z.unknown());
const linkResult = z.object({ link: z.object({ finish: z.unknown() }), result: text });
const streams = z.object({ stdout: text, stderr: text });

type Links = { tasks: ReadonlyMap<string, Task>; leftOut: number };
type Listing = { tasks: Task[]; leftOut: number };

export type CalderaOptions = FrameworkHttpOptions & {
  /** Only tasks of the operation with this id or name; null for all. */
  operation: string | null;
  clock: () => number;
};

/** Reads Caldera 5 over its REST interface, version 2. A task is a link: its external id is `<operation>/<link>`. */
export function createCalderaAdapter(options: CalderaOptions): C2Adapter {
  const http = new FrameworkHttp(options, 'KEY');
  const pacing = new Pacing(options.clock);
  // The result is JSON in base64 in JSON, in which one byte of the output can take up to eight.
  const resultBytes = Math.min(http.limits.outputBytes * 8, largestResultBytes) + 1024 * 1024;
  let session: { listing: Listing; timer: NodeJS.Timeout } | null = null;

  async function ask<Answer>(
    operation: Operation,
    segments: string[],
    answer: z.ZodType<Answer>,
    more: { query?: [string, string][]; responseBytes?: number } = {},
  ): Promise<Answer> {
    const body = answer.safeParse(
      await http.get(operation, [...api, ...segments], more).catch(explainForbidden),
    );
    if (!body.success) throw unexpected();
    return body.data;
  }

  async function listOperationsInView(operation: Operation): Promise<{ ids: string[]; leftOut: number }> {
    const query = includeFields(['id', 'name']);
    const found = readRows(await ask(operation, ['operations'], rows, { query }), toOperation);
    if (found === null) throw unexpected();
    const wanted = options.operation;
    const inView = found.read.filter(({ id, name }) => wanted === null || id === wanted || name === wanted);
    return { ids: inView.map(({ id }) => id), leftOut: found.leftOut };
  }

  /** All links of an operation, fetched with one request; null when there is no such operation. */
  function readLinks(operationId: string, manner: Manner = {}): Promise<Links | null> {
    const question = (begin: () => void) =>
      http.run(async (operation): Promise<Links | null> => {
        try {
          const answer = await ask(operation, ['operations', operationId, 'links'], rows);
          const found = readRows(answer, (row) => toTask(operationId, row));
          if (found === null) throw unexpected();
          const tasks = new Map(found.read.map((task) => [task.externalId, task]));
          return { tasks, leftOut: found.leftOut };
        } catch (error) {
          if (error instanceof C2Error && error.reason === 'not_found') return null;
          throw error;
        }
      }, begin);
    return pacing.ask(toLinksKey(operationId), question, manner);
  }

  /** All visible tasks, newest first; an operation deleted meanwhile has none. */
  async function listAll(): Promise<Listing> {
    const inView = await pacing.ask('operations', (begin) => http.run(listOperationsInView, begin), {
      byHand: true,
    });
    const tasks: Task[] = [];
    let leftOut = inView.leftOut;
    for (const id of inView.ids) {
      const links = await readLinks(id, { byHand: true });
      tasks.push(...(links?.tasks.values() ?? []));
      leftOut += links?.leftOut ?? 0;
    }
    tasks.sort(
      (a, b) => compareNewestFirst(a.submittedAt, b.submittedAt) || (a.externalId < b.externalId ? 1 : -1),
    );
    return { tasks, leftOut };
  }

  /** The list behind the pages: read with the first one, and kept while further ones are read. */
  async function findListing(page: number): Promise<Listing> {
    if (page > 1 && session !== null) {
      session.timer.refresh();
      return session.listing;
    }
    const listing = await listAll();
    endSession();
    session = { listing, timer: setTimeout(endSession, sessionMs).unref() };
    return listing;
  }

  function endSession(): void {
    clearTimeout(session?.timer);
    session = null;
  }

  return {
    testConnection: () =>
      http.run(async (operation): Promise<Connection> => {
        const { ids } = await listOperationsInView(operation);
        if (options.operation !== null && ids.length === 0) {
          throw new C2Error('refused', 'Caldera has no operation with the configured id or name');
        }
        const { version } = await ask(operation, ['health'], health);
        return { version: toOptionalText(version), detail: `Operations in view: ${ids.length}` };
      }),

    listCallbacks: () => {
      const question = (begin: () => void) =>
        http.run(async (operation): Promise<CallbackList> => {
          const query = includeFields(agentFields);
          const found = readRows(await ask(operation, ['agents'], rows, { query }), toCallback);
          if (found === null) throw unexpected();
          found.read.sort((a, b) => compareNewestFirst(a.lastSeenAt, b.lastSeenAt));
          return { callbacks: found.read, leftOut: found.leftOut };
        }, begin);
      return pacing.ask('agents', question, { byHand: true });
    },

    getTask: async (externalId) => {
      const [operationId] = splitId(externalId);
      const isRemembered = pacing.stands(toLinksKey(operationId));
      let links = await readLinks(operationId);
      // The task is newer than the remembered list.
      if (isRemembered && !links?.tasks.has(externalId))
        links = await readLinks(operationId, { fresh: true });
      const task = links?.tasks.get(externalId);
      if (!task) throw noSuchTask();
      return task;
    },

    getTaskOutput: async (externalId) => {
      const segments = ['operations', ...splitId(externalId)];
      segments.splice(2, 0, 'links');
      const question = (begin: () => void) =>
        http.run(async (operation) => {
          const more = { responseBytes: resultBytes };
          const answer = await ask(operation, [...segments, 'result'], linkResult, more).catch(
            (error: unknown) => {
              throw error instanceof C2Error && error.reason === 'not_found' ? noSuchTask() : error;
            },
          );
          if (!answer.link.finish) throw new C2Error('not_finished', 'The task has not finished');
          return decodeOutput(answer.result ?? '', http.limits.outputBytes);
        }, begin);
      return pacing.ask(`output ${externalId}`, question, { keep: false });
    },

    listTasks: async ({ page }): Promise<TaskPage> => {
      const { tasks, leftOut } = await findListing(page);
      const start = (page - 1) * tasksPerPage;
      return {
        tasks: tasks.slice(start, start + tasksPerPage),
        page,
        hasMore: tasks.length > start + tasksPerPage,
        leftOut,
      };
    },

    tryNow: () => pacing.tryNow(),

    close() {
      endSession();
      http.close();
    },
  };
}

/** Both streams of a result, standard output first; a result that is not JSON is taken as output. */
function decodeOutput(result: string, most: number): string {
  const bytes = Buffer.from(result, 'base64');
  let parsed: ReturnType<typeof streams.safeParse> | null = null;
  try {
    parsed = streams.safeParse(JSON.parse(bytes.toString('utf8')));
  } catch {
    parsed = null;
  }
  const output = new OutputText(most);
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
  if (!operationId || !linkId) throw noSuchTask();
  return [operationId, linkId];
}

function toLinksKey(operationId: string): string {
  return `links ${operationId}`;
}

function includeFields(fields: string[]): [string, string][] {
  return fields.map((field) => ['include', field]);
}

function compareNewestFirst(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left === right ? 0 : left < right ? 1 : -1;
}

function explainForbidden(error: unknown): never {
  if (!(error instanceof C2Error) || error.reason !== 'forbidden') throw error;
  throw new C2Error(
    'forbidden',
    "Caldera knows this key but hides this from it: a blue key can't read red data, nor a red key blue data",
  );
}

/** A task that Caldera no longer has never comes back. */
function noSuchTask(): C2Error {
  return new C2Error('not_found', 'Caldera has no such task', { isFinal: true });
}

function unexpected(): C2Error {
  return new C2Error('protocol', 'Caldera answered with something unexpected');
}
