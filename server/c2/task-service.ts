import { isoTime } from '../database/clock.ts';
import { inTransaction } from '../database/database.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { type KeptOutput, keepOutput, type Outputs, recordOutput } from '../simulations/outputs.ts';
import { appendOutput, visibleSimulation } from '../simulations/service.ts';
import { type C2Adapter, C2Error, type Task } from './adapter.ts';
import { adapterOf, asking, type C2 } from './config-service.ts';
import type { LinkedTask } from './contract.ts';
import { headOf, inlineOutputBytes } from './rules.ts';
import * as store from './store.ts';

export type C2Tasks = C2 & {
  outputs: Outputs;
  /** Refreshes under way by task, so that readers at the same time share one. */
  refreshing: Map<string, Promise<string | null>>;
};

/**
 * Links a framework's task to a simulation. Refuses `invalid` a task the framework does not have, `duplicate` one that is
 * linked already, `done` a finished simulation, `c2_not_configured`, and `c2_error` when the framework fails.
 */
export async function linkTask(c2: C2Tasks, simulationId: string, externalId: string): Promise<LinkedTask> {
  const simulation = await visibleSimulation(c2.db, simulationId);
  refuseDone(simulation.status);
  const known = await store.listTasks(c2.db, simulationId);
  if (known.some((task) => task.external_id === externalId)) throw alreadyLinked();
  const adapter = await adapterOf(c2, simulation.engagement_id);
  const task = await asking(
    adapter.getTask(externalId).catch((error: unknown) => {
      if (error instanceof C2Error && error.reason === 'not_found') {
        throw invalid('external_id', 'the framework has no such task');
      }
      throw error;
    }),
  );
  return inTransaction(c2.db, async (trx) => {
    refuseDone((await visibleSimulation(trx, simulationId)).status);
    const values = {
      id: newId(),
      simulation_id: simulationId,
      external_id: externalId,
      callback: task.callback,
      command: task.command,
      status: task.status,
      completed_at: null,
    };
    await store.insertTask(trx, { ...values, created_at: isoTime(c2.now()) });
    return { ...values, mapping_applied: false };
  });
}

/** Unlinks a task; what it brought into the simulation stays. Refuses `not_found`, `done`. */
export async function unlinkTask(c2: C2Tasks, simulationId: string, taskId: string): Promise<void> {
  await inTransaction(c2.db, async (trx) => {
    refuseDone((await visibleSimulation(trx, simulationId)).status);
    if (!(await store.deleteTask(trx, simulationId, taskId))) throw notFound('Task');
  });
}

/**
 * The linked tasks of a simulation after a refresh of the unfinished ones. A framework that fails for a task leaves it with
 * its last known status and an `error`; the others' results stand. A finished simulation is not refreshed.
 */
export async function readTasks(c2: C2Tasks, simulationId: string): Promise<LinkedTask[]> {
  const simulation = await visibleSimulation(c2.db, simulationId);
  const before = await store.listTasks(c2.db, simulationId);
  const unfinished = before.filter((task) => !task.mapping_applied);
  if (unfinished.length === 0 || simulation.status === 'done') return before.map((task) => shown(task, null));
  const failures = new Map<string, string>();
  const adapter = await adapterOf(c2, simulation.engagement_id).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    for (const task of unfinished) failures.set(task.id, error.message);
    return null;
  });
  if (adapter !== null) {
    await Promise.all(
      unfinished.map(async (task) => {
        const failure = await refreshOnce(c2, adapter, simulation.engagement_id, task);
        if (failure !== null) failures.set(task.id, failure);
      }),
    );
  }
  const after = await store.listTasks(c2.db, simulationId);
  return after.map((task) => shown(task, failures.get(task.id) ?? null));
}

function refreshOnce(
  c2: C2Tasks,
  adapter: C2Adapter,
  engagementId: string,
  task: store.StoredTask,
): Promise<string | null> {
  const running = c2.refreshing.get(task.id);
  if (running !== undefined) return running;
  const refresh = refreshTask(c2, adapter, engagementId, task)
    .then(() => null)
    .catch((error: unknown) => {
      if (error instanceof C2Error) return error.message;
      throw error;
    })
    .finally(() => c2.refreshing.delete(task.id));
  c2.refreshing.set(task.id, refresh);
  return refresh;
}

async function refreshTask(
  c2: C2Tasks,
  adapter: C2Adapter,
  engagementId: string,
  linked: store.StoredTask,
): Promise<void> {
  const task = await adapter.getTask(linked.external_id);
  const { status, callback, command } = task;
  if (!task.finished) {
    if (status !== linked.status) await store.updateProgress(c2.db, linked.id, { status, callback, command });
    return;
  }
  await applyMapping(c2, engagementId, linked, task, await adapter.getTaskOutput(linked.external_id));
}

/**
 * Takes a finished task over into its simulation: output, command and time in the one transaction that also marks the task,
 * so that it happens once, also under concurrent reads and across a crash. Output too large for the field is a file first.
 */
async function applyMapping(
  c2: C2Tasks,
  engagementId: string,
  linked: store.StoredTask,
  task: Task,
  output: string,
): Promise<void> {
  const owner = { id: linked.simulation_id, engagement_id: engagementId };
  const take = (text: string, kept: KeptOutput | null): Promise<boolean> =>
    inTransaction(c2.db, async (trx) => {
      if ((await visibleSimulation(trx, owner.id)).status === 'done') return false;
      const now = isoTime(c2.now());
      const marked = await store.markMapped(trx, linked.id, {
        status: task.status,
        callback: task.callback,
        command: task.command,
        completed_at: task.finishedAt ?? now,
      });
      if (!marked) return false;
      await appendOutput(trx, c2.now, owner.id, {
        text,
        command: task.command,
        executed_at: task.startedAt ?? task.submittedAt ?? now,
      });
      if (kept !== null) {
        await recordOutput(trx, owner, { ...kept, task_external_id: linked.external_id, created_at: now });
      }
      return true;
    });
  const size = Buffer.byteLength(output, 'utf8');
  if (size <= inlineOutputBytes) {
    await take(output, null);
    return;
  }
  const note = `[The output has ${size} bytes and is kept whole as a file of this simulation]`;
  const head = `${headOf(output, inlineOutputBytes)}\n${note}\n`;
  await keepOutput(c2.outputs, owner, output, (kept) => take(head, kept));
}

function shown(task: store.StoredTask, error: string | null): LinkedTask {
  const { simulation_id: _simulation, ...fields } = task;
  return error === null || task.mapping_applied ? fields : { ...fields, error };
}

function refuseDone(status: string): void {
  if (status === 'done') throw new DomainError('done', 'The simulation is done and can not be changed');
}

function alreadyLinked(): DomainError {
  const message = 'This task is linked to the simulation already';
  return new DomainError('duplicate', message, { errors: [{ path: 'external_id', message }] });
}
