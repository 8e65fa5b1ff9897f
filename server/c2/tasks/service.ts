import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { keepOutput, recordOutput, stageOutput } from '../../simulations/outputs/service.ts';
import { appendOutput, openSimulation, visibleSimulation } from '../../simulations/service.ts';
import { C2Connections } from '../configurations/connections.ts';
import { adapterOf, asking, type C2 } from '../configurations/service.ts';
import { createTokenVault } from '../configurations/token-vault.ts';
import { type C2Adapter, C2Error, type Task } from '../frameworks/adapter.ts';
import type { FrameworkLimits } from '../frameworks/http.ts';
import type { LinkedTask } from './contract.ts';
import { type Failure, Refreshes } from './refreshes.ts';
import { headAndNote, inlineOutputBytes, tooLargeNote } from './rules.ts';
import * as store from './store.ts';

export type C2Tasks = C2 & {
  log: Log;
  outputs: BlobRegister;
  refreshes: Refreshes;
  /** How long a reader waits for the tasks to be refreshed; what takes longer goes on without the reader. */
  patienceMs: number;
  /** Told of every failure of ours; names the refusal when the storage is to blame. */
  onFailure: (error: unknown) => DomainError | null;
};

/** Bounds of what is asked of frameworks. */
export type C2Bounds = { limits?: Partial<FrameworkLimits>; patienceMs?: number };

/** What the operations of this feature share while the server runs: connections, refreshes, and the key of the tokens. */
export function openC2(
  settings: { encryptionKey: Buffer | null; c2Adapter: 'fake' | null },
  bounds: C2Bounds = {},
): Pick<C2Tasks, 'connections' | 'refreshes' | 'patienceMs'> {
  return {
    connections: new C2Connections({
      vault: createTokenVault(settings.encryptionKey),
      forced: settings.c2Adapter,
      limits: bounds.limits,
    }),
    refreshes: new Refreshes(),
    patienceMs: bounds.patienceMs ?? 20_000,
  };
}

/** What the tasks of a simulation need to know of it. */
type Simulation = { id: string; engagement_id: string; status: string };

/**
 * Links a framework's task to a simulation; `admit` judges the caller again when the framework has answered. Refuses what
 * it refuses, `done` a finished simulation, `duplicate` a task that is linked already, `invalid` one the framework does not
 * have, `c2_not_configured`, and `c2_error` when the framework fails.
 */
export async function linkTask(
  c2: C2Tasks,
  simulationId: string,
  externalId: string,
  admit: () => Promise<unknown>,
): Promise<LinkedTask> {
  const simulation = await openSimulation(c2.db, simulationId);
  const known = await store.listTasks(c2.db, simulationId);
  if (known.some((task) => task.external_id === externalId)) throw store.alreadyLinked();
  const adapter = await adapterOf(c2, simulation.engagement_id);
  const task = await asking(
    adapter.getTask(externalId).catch((error: unknown) => {
      if (error instanceof C2Error && error.reason === 'not_found') {
        throw invalid('external_id', 'the framework has no such task');
      }
      throw error;
    }),
  );
  await admit();
  const linked = {
    id: newId(),
    external_id: externalId,
    callback: task.callback,
    command: task.command,
    status: task.status,
    completed_at: null,
  };
  await inTransaction(c2.db, async (trx) => {
    await openSimulation(trx, simulationId);
    await store.insertTask(trx, {
      ...linked,
      simulation_id: simulationId,
      finished: 0,
      mapping_applied: 0,
      created_at: isoTime(c2.now()),
    });
  });
  return { ...linked, mapping_applied: false };
}

/** Unlinks a task; what it brought into the simulation stays. Refuses `done`, `not_found`. */
export function unlinkTask(c2: C2Tasks, simulationId: string, taskId: string): Promise<void> {
  return inTransaction(c2.db, async (trx) => {
    await openSimulation(trx, simulationId);
    if (!(await store.deleteTask(trx, simulationId, taskId))) throw notFound('Task');
  });
}

/**
 * The linked tasks of a simulation after a refresh of the unfinished ones. A task that fails keeps its last known status and
 * says why in `error`; the others' results stand. A finished simulation is not refreshed. Refuses `not_found` a simulation
 * that was deleted meanwhile.
 */
export async function readTasks(c2: C2Tasks, simulation: Simulation): Promise<LinkedTask[]> {
  const before = await store.listTasks(c2.db, simulation.id);
  const unfinished = simulation.status === 'done' ? [] : before.filter((task) => !task.mapping_applied);
  if (unfinished.length === 0) return before.map((task) => shown(task, null));
  const failures = await refreshed(c2, simulation, unfinished);
  await visibleSimulation(c2.db, simulation.id);
  const after = await store.listTasks(c2.db, simulation.id);
  return after.map((task) => shown(task, failures.get(task.id) ?? null));
}

/** Refreshes these tasks at once and tells which of them failed, or had no answer while the reader waited. */
async function refreshed(
  c2: C2Tasks,
  simulation: Simulation,
  tasks: readonly store.StoredTask[],
): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  let adapter: C2Adapter;
  try {
    adapter = await adapterOf(c2, simulation.engagement_id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const task of tasks) failures.set(task.id, error.message);
    return failures;
  }
  let before: Promise<unknown> = Promise.resolve();
  const refreshes = tasks.map(async (task) => {
    failures.set(task.id, 'The framework has not answered yet; it is still being asked');
    const turn = before;
    const refresh = c2.refreshes.once(task.id, () => refreshTask(c2, adapter, simulation, task, turn));
    before = refresh;
    const failure = await refresh;
    if (failure === null) failures.delete(task.id);
    else failures.set(task.id, failure);
  });
  const { promise: patience, resolve: leave } = Promise.withResolvers<void>();
  const timer = setTimeout(leave, c2.patienceMs);
  await Promise.race([Promise.all(refreshes), patience]);
  clearTimeout(timer);
  return failures;
}

/** `turn` ends when the tasks linked before have been taken over, so that output is in the order of the links. */
async function refreshTask(
  c2: C2Tasks,
  adapter: C2Adapter,
  simulation: Simulation,
  linked: store.StoredTask,
  turn: Promise<unknown>,
): Promise<Failure> {
  try {
    const task = await adapter.getTask(linked.external_id);
    if (task.finished)
      await takeOver(c2, simulation, linked, task, await outputOf(c2, adapter, linked, task), turn);
    else await noteProgress(c2, linked, task);
    return null;
  } catch (error) {
    return failureOf(c2, linked, error);
  }
}

async function noteProgress(c2: C2Tasks, linked: store.StoredTask, task: Task): Promise<void> {
  const { status, callback, command } = task;
  if (status === linked.status && callback === linked.callback && command === linked.command) return;
  await store.updateProgress(c2.db, linked.id, { status, callback, command });
}

async function outputOf(
  c2: C2Tasks,
  adapter: C2Adapter,
  linked: store.StoredTask,
  task: Task,
): Promise<string> {
  try {
    return await adapter.getTaskOutput(linked.external_id);
  } catch (error) {
    // It will never be smaller, and must not be fetched again with every read.
    if (error instanceof C2Error && error.reason === 'too_large') return tooLargeNote;
    await noteProgress(c2, linked, task);
    throw error;
  }
}

/** Takes a finished task over into its simulation, once its turn has come; output too large for the field is a file first. */
async function takeOver(
  c2: C2Tasks,
  simulation: Simulation,
  linked: store.StoredTask,
  task: Task,
  output: string,
  turn: Promise<unknown>,
): Promise<void> {
  const size = Buffer.byteLength(output, 'utf8');
  if (size <= inlineOutputBytes) {
    await turn;
    await applyMapping(c2, simulation, linked, task, output, null);
    return;
  }
  const staged = await stageOutput(c2.outputs, output);
  const text = headAndNote(output, size);
  await turn;
  await keepOutput(c2.outputs, simulation, staged, () =>
    applyMapping(c2, simulation, linked, task, text, { size, sha256: staged.sha256 }),
  );
}

/**
 * Output, command and time go into the simulation in the one transaction that also marks the task, so that it happens once,
 * also under concurrent reads and across a crash. Returns false when it was done before or the task was unlinked meanwhile.
 * Refuses `done` and `not_found` a simulation that was finished or deleted meanwhile.
 */
function applyMapping(
  c2: C2Tasks,
  simulation: Simulation,
  linked: store.StoredTask,
  task: Task,
  text: string,
  kept: { size: number; sha256: string } | null,
): Promise<boolean> {
  return inTransaction(c2.db, async (trx) => {
    const now = isoTime(c2.now());
    const marked = await store.markMapped(trx, linked.id, {
      status: task.status,
      callback: task.callback,
      command: task.command,
      completed_at: task.finishedAt ?? now,
    });
    if (!marked) return false;
    await appendOutput(trx, c2.now, simulation.id, {
      text,
      command: task.command,
      executed_at: task.startedAt ?? task.submittedAt ?? task.finishedAt ?? now,
    });
    if (kept !== null) {
      await recordOutput(trx, simulation, { ...kept, task_external_id: linked.external_id, created_at: now });
    }
    return true;
  });
}

/** What a reader is told of a failure; the framework's are part of every day, ours go into the log. */
function failureOf(c2: C2Tasks, linked: store.StoredTask, error: unknown): string {
  if (error instanceof C2Error) return error.message;
  const refusal = c2.onFailure(error);
  if (error instanceof DomainError) return error.message;
  c2.log.error({
    event: 'c2_refresh_failed',
    task_id: linked.id,
    error: error instanceof Error ? error.name : typeof error,
    code: (error as { code?: unknown } | null)?.code,
    stack: error instanceof Error ? error.stack?.split('\n').slice(1, 8) : undefined,
  });
  return refusal?.message ?? 'Something went wrong on the server; its log says what';
}

function shown(task: store.StoredTask, error: string | null): LinkedTask {
  const { simulation_id: _simulation, ...fields } = task;
  return error === null || task.mapping_applied ? fields : { ...fields, error };
}
