import { isDone, type SimulationStatus } from '../../../domain/simulations.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { DomainError, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Log } from '../../log.ts';
import type { Principal } from '../../permissions.ts';
import { openSimulation, requireSimulation } from '../../simulations/service.ts';
import { C2Connections } from '../configurations/connections.ts';
import { type C2, findConnection, refuseGone, requireConnection } from '../configurations/service.ts';
import { createTokenVault } from '../configurations/token-vault.ts';
import { type C2Adapter, C2Error } from '../frameworks/adapter.ts';
import type { FrameworkLimits } from '../frameworks/limits.ts';
import type { LinkedTask } from './contract.ts';
import { addLink, askForTask } from './links.ts';
import { type Failure, Refreshes } from './refreshes.ts';
import { isOpen, isToBeAsked, pickState, splitByConfiguration, toState } from './rules.ts';
import * as store from './store.ts';
import { readOutput, takeOver } from './take-over.ts';

export type C2Tasks = C2 & {
  log: Log;
  outputs: BlobRegister;
  refreshes: Refreshes;
  /** Longest wait of a reader for tasks to be refreshed; a slower refresh continues without the reader. */
  patienceMs: number;
  /** Receives all internal failures; names the refusal if the storage is the cause. */
  onFailure: (error: unknown) => DomainError | null;
};

/** Limits of requests to frameworks, and the clock used for them. */
export type C2Bounds = { limits?: Partial<FrameworkLimits>; patienceMs?: number; clock?: () => number };

/** State shared by the operations of this feature while the server runs: connections, refreshes, and the key of the tokens. */
export function openC2(
  settings: { encryptionKey: Buffer | null; c2Adapter: 'fake' | null },
  bounds: C2Bounds = {},
): Pick<C2Tasks, 'connections' | 'refreshes' | 'patienceMs'> {
  return {
    connections: new C2Connections({
      vault: createTokenVault(settings.encryptionKey),
      forced: settings.c2Adapter,
      limits: bounds.limits,
      clock: bounds.clock,
    }),
    refreshes: new Refreshes(),
    patienceMs: bounds.patienceMs ?? 20_000,
  };
}

/** Fields of a simulation needed for its tasks. */
type Simulation = { id: string; engagement_id: string; status: SimulationStatus };

/**
 * Links a framework's task to a simulation under the current configuration; `admit` checks the caller again after the framework
 * has answered. Refuses what it refuses, `done` a finished simulation, `duplicate` a linked task, `invalid` one unknown to the
 * framework, `c2_not_configured`, and `c2_error` if the framework fails.
 */
export async function linkTask(
  c2: C2Tasks,
  caller: Principal,
  simulationId: string,
  externalId: string,
  admit: () => Promise<Principal>,
): Promise<LinkedTask> {
  const simulation = await openSimulation(c2.db, caller, simulationId);
  const connection = await requireConnection(c2, simulation.engagement_id);
  const { configurationId } = connection;
  const known = await store.listTasks(c2.db, simulationId);
  if (known.some((task) => task.external_id === externalId && task.configuration_id === configurationId)) {
    throw store.alreadyLinked();
  }
  const adapter = connection.adapter();
  adapter.tryNow();
  const task = await askForTask(adapter, externalId, 'external_id');
  const user = await admit();
  return inTransaction(c2.db, async (trx) => {
    const present = await openSimulation(trx, user, simulationId);
    await refuseGone(trx, simulation.engagement_id, connection);
    return addLink(trx, c2, user, present, connection, externalId, task);
  });
}

/** Number of linked tasks that another configuration of the engagement, or none, would disconnect. Refuses nothing. */
export function countOpenTasks(c2: C2Tasks, engagementId: string): Promise<number> {
  return store.countOpenTasks(c2.db, engagementId);
}

/** Unlinks a task; its output stays in the simulation. Refuses `done`, `not_found`. */
export function unlinkTask(
  c2: C2Tasks,
  user: Principal,
  simulationId: string,
  taskId: string,
): Promise<void> {
  return inTransaction(c2.db, async (trx) => {
    const simulation = await openSimulation(trx, user, simulationId);
    const external_id = await store.deleteTask(trx, simulation.id, taskId);
    if (external_id === null) throw notFound('Task');
    await recordWrite(trx, {
      at: isoTime(c2.now()),
      by: user,
      verb: 'unlinked',
      object: 'c2_task',
      id: taskId,
      place: { engagement_id: simulation.engagement_id, simulation_id: simulationId },
      before: { external_id },
    });
  });
}

/** Like `readTasks`, without the wait after a failure. Refuses `not_found` a deleted simulation. */
export async function tryTasksNow(
  c2: C2Tasks,
  user: Principal,
  simulation: Simulation,
): Promise<LinkedTask[]> {
  const connection = await findConnection(c2, simulation.engagement_id);
  try {
    connection?.adapter().tryNow();
  } catch (error) {
    // If the token can't be opened, the read below reports it for each task.
    if (!(error instanceof DomainError)) throw error;
  }
  return readTasks(c2, user, simulation);
}

/**
 * The linked tasks of a simulation, after refreshing unfinished ones by their own configuration. A failed task keeps its last
 * known status, and `error` has the reason; the results of others stand. Completed tasks wait until a finished simulation is
 * reopened. Refuses `not_found` a deleted simulation.
 */
export async function readTasks(c2: C2Tasks, user: Principal, simulation: Simulation): Promise<LinkedTask[]> {
  const before = await store.listTasks(c2.db, simulation.id);
  const open = before.filter(isOpen);
  if (open.length === 0) return before.map((task) => toLinkedTask(task, null));
  const failures = await refreshTasks(c2, simulation, open);
  await requireSimulation(c2.db, user, simulation.id);
  const after = await store.listTasks(c2.db, simulation.id);
  return after.map((task) => toLinkedTask(task, failures.get(task.id) ?? null));
}

/** Refreshes these tasks concurrently, and reports those that failed or took longer than the reader's wait. */
async function refreshTasks(
  c2: C2Tasks,
  simulation: Simulation,
  open: readonly store.StoredTask[],
): Promise<Map<string, Failure>> {
  const failures = new Map<string, Failure>();
  const failAll = (tasks: readonly store.StoredTask[], error: string): void => {
    for (const task of tasks) failures.set(task.id, { error });
  };
  let adapter: C2Adapter;
  let own: store.StoredTask[] = [...open];
  try {
    const connection = await findConnection(c2, simulation.engagement_id);
    const split = splitByConfiguration(open, connection?.configurationId ?? null);
    failAll(split.disconnected, 'disconnected');
    own = split.own.filter((task) => isToBeAsked(task, simulation.status));
    if (connection === null || own.length === 0) return failures;
    adapter = connection.adapter();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    failAll(own, error.message);
    return failures;
  }
  let before: Promise<unknown> = Promise.resolve();
  const refreshes = own.map(async (task) => {
    failures.set(task.id, { error: 'The framework has not answered yet; Damson is still asking' });
    const turn = before;
    const refresh = c2.refreshes.once(task.id, () => refreshTask(c2, adapter, simulation, task, turn));
    before = refresh;
    failures.set(task.id, await refresh);
  });
  const { promise: patience, resolve: leave } = Promise.withResolvers<void>();
  const timer = setTimeout(leave, c2.patienceMs);
  await Promise.race([Promise.all(refreshes), patience]);
  clearTimeout(timer);
  return failures;
}

/** `turn` ends once the tasks linked earlier have been taken over, so that output is in the order of linking. */
async function refreshTask(
  c2: C2Tasks,
  adapter: C2Adapter,
  simulation: Simulation,
  linked: store.StoredTask,
  turn: Promise<unknown>,
): Promise<Failure> {
  try {
    const task = linked.ended === 'completed' ? linked : await pollTask(c2, adapter, linked);
    if (task.ended !== 'completed' || isDone(simulation.status)) {
      await noteState(c2, linked, task);
      return null;
    }
    try {
      await takeOver(c2, simulation, task, await readOutput(adapter, task), turn);
      return null;
    } catch (error) {
      await noteState(c2, linked, task);
      throw error;
    }
  } catch (error) {
    return describeFailure(c2, linked, error);
  }
}

/** The task's current state in its framework. */
async function pollTask(
  c2: C2Tasks,
  adapter: C2Adapter,
  linked: store.StoredTask,
): Promise<store.StoredTask> {
  try {
    return { ...linked, ...toState(await adapter.getTask(linked.external_id), isoTime(c2.now())) };
  } catch (error) {
    if (error instanceof C2Error && error.isFinal) return { ...linked, ended: 'gone' };
    throw error;
  }
}

async function noteState(c2: C2Tasks, before: store.StoredTask, task: store.StoredTask): Promise<void> {
  const state = pickState(task);
  const names = Object.keys(state) as (keyof store.TaskState)[];
  if (names.some((name) => state[name] !== before[name])) await store.updateState(c2.db, before.id, state);
}

/** Message about a failure for the reader; framework failures are ordinary, internal ones are logged. */
function describeFailure(c2: C2Tasks, linked: store.StoredTask, error: unknown): Failure {
  if (error instanceof C2Error) {
    const { message, retryInMs } = error;
    if (retryInMs === undefined) return { error: message };
    return { error: message, retry_at: isoTime(c2.now() + retryInMs) };
  }
  const refusal = c2.onFailure(error);
  if (error instanceof DomainError) return { error: error.message };
  c2.log.error({
    event: 'c2_refresh_failed',
    task_id: linked.id,
    error: error instanceof Error ? error.name : typeof error,
    code: (error as { code?: unknown } | null)?.code,
    stack: error instanceof Error ? error.stack?.split('\n').slice(1, 8) : undefined,
  });
  return { error: refusal?.message ?? 'Something went wrong on the server; its log says what' };
}

function toLinkedTask(task: store.StoredTask, failure: Failure): LinkedTask {
  const { id, external_id, callback, command, status, completed_at, mapping_applied } = task;
  const fields = { id, external_id, callback, command, status, completed_at, mapping_applied };
  if (mapping_applied) return fields;
  return task.ended === 'gone' ? { ...fields, error: 'gone' } : { ...fields, ...failure };
}
