import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../server/database/database.ts';
import { newId } from '../../server/ids.ts';
import { mythicTask, startMythic } from '../../test/support/c2/c2-frameworks.ts';
import type { Bench, Plan, Site } from '../bench.ts';
import { expecting, planRequest } from '../load.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { against } from './reads.ts';

const tasks = 20;
const answerMilliseconds = 200;
const rounds = 5;

export function linkedTasksRow(bench: Bench): Promise<RowResult> {
  return against(
    bench,
    'c2-tasks',
    `GET ${tasks} linked tasks with nothing to refresh`,
    { least: 0.5 },
    'small',
    planLinkedTasks,
  );
}

/** GET of tasks that were all taken over, written directly into the tables: reading them needs no framework. */
async function planLinkedTasks(site: Site): Promise<Plan> {
  const engagement = JSON.parse(await site.send('POST', '/api/engagements', { name: 'Harbour' }));
  const simulation = JSON.parse(
    await site.send('POST', `/api/engagements/${engagement.id}/simulations`, { name: 'Look around' }),
  );
  const { db, close } = openDatabase(site.world.database);
  await db
    .insertInto('c2_tasks')
    .values(
      Array.from({ length: tasks }, (_, index) => ({
        id: newId(),
        simulation_id: simulation.id as string,
        external_id: String(900 + index),
        callback: '#4 HARBOUR-WS-07',
        command: `shell net group "Domain Admins" /domain & rem ${index}`,
        status: 'completed',
        configuration_id: null,
        ended: 'completed' as const,
        executed_at: '2026-03-02T09:30:04.999Z',
        completed_at: '2026-03-02T09:30:09.250Z',
        mapping_applied: 1 as const,
        created_at: '2026-03-02T09:30:00.000Z',
      })),
    )
    .execute();
  await close();
  const target = `/api/simulations/${simulation.id}/c2/tasks`;
  const text = await site.send('GET', target);
  if ((JSON.parse(text) as { items: unknown[] }).items.length !== tasks) throw new Error('tasks are missing');
  return { request: expecting(planRequest('GET', site.url(target), site), text), text };
}

/** A read of twenty unfinished tasks against one answer of their framework, which is slow for each. */
export async function refreshRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('small', { SVC_ENCRYPTION_KEY: randomBytes(32).toString('hex') });
  const rows = Array.from({ length: tasks }, (_, index) => mythicTask({ id: index + 1 }));
  const responses = rows.map((_, index) => ({
    id: index + 1,
    task_id: index + 1,
    bytes: Buffer.from(`output of task ${index + 1}\n`),
  }));
  const mythic = await startMythic({ data: { tasks: rows, responses } });
  try {
    const engagement = JSON.parse(await site.send('POST', '/api/engagements', { name: 'Harbour' }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    await site.send('PUT', `/api/engagements/${engagement.id}/c2-config`, config);
    const simulationWithTasks = async (): Promise<string> => {
      mythic.beforeAnswer = async () => {};
      const { id } = JSON.parse(
        await site.send('POST', `/api/engagements/${engagement.id}/simulations`, { name: 'Look around' }),
      );
      for (let task = 1; task <= tasks; task += 1) {
        await site.send('POST', `/api/simulations/${id}/c2/tasks`, { external_id: String(task) });
      }
      mythic.beforeAnswer = () => pause(answerMilliseconds);
      return `/api/simulations/${id}/c2/tasks`;
    };
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await work();
      return performance.now() - started;
    };
    const finished = (done: boolean): void => {
      for (const row of rows) {
        Object.assign(row, { completed: done, status: done ? 'success' : 'processing' });
      }
    };
    const body = JSON.stringify({ query: 'query Q { meHook { status } }' });
    const oneAnswer = () =>
      timed(async () => (await fetch(`${mythic.url}/graphql/`, { method: 'POST', body })).text());
    const read = async (target: string): Promise<{ mapping_applied: boolean; error?: string }[]> => {
      const { items } = JSON.parse(await site.send('GET', target));
      if (items.length !== tasks || items.some((item: { error?: string }) => item.error)) {
        throw new Error(`the tasks are not refreshed: ${JSON.stringify(items)}`);
      }
      return items;
    };
    /** A read does not wait for every output: the rest arrives with the next. */
    const readUntilAllIsThere = (target: string): Promise<number> =>
      timed(async () => {
        while ((await read(target)).some((item) => !item.mapping_applied));
      });

    finished(false);
    const unfinished = await simulationWithTasks();
    const running = await inTurns(rounds, () => timed(() => read(unfinished)), oneAnswer);
    const ending: { ours: number; baseline: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      finished(false);
      const target = await simulationWithTasks();
      finished(true);
      ending.push({ ours: await readUntilAllIsThere(target), baseline: await oneAnswer() });
    }
    return {
      row: 'c2-refresh',
      baseline: `one answer of the framework, which takes ${answerMilliseconds} ms`,
      figures: [
        figureOf(`GET ${tasks} tasks that still run`, 'ms', running, { most: 3 }),
        // A framework gets two requests at a time: its list, and then half as many answers as there are outputs.
        figureOf(`${tasks} tasks that have ended, until all output is there`, 'ms', ending, { most: 14 }),
      ],
      notes: [`${tasks} tasks in one simulation, over HTTP without TLS`],
    };
  } finally {
    await mythic.close();
  }
}
