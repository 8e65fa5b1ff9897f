import { type Db, prepare, type Trx } from '../../database/database.ts';
import { isUniqueViolation } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import { DomainError } from '../../errors.ts';
import type { LinkedTask } from './contract.ts';

export type StoredTask = Omit<LinkedTask, 'error' | 'retry_at'> &
  Pick<Row<'c2_tasks'>, 'simulation_id' | 'configuration_id' | 'ended' | 'executed_at'>;

/** A task as reported by the framework. */
export type TaskState = Pick<
  StoredTask,
  'status' | 'callback' | 'command' | 'ended' | 'executed_at' | 'completed_at'
>;

const readTasks = prepare<{ simulation: string }, Row<'c2_tasks'>>((db, parameter) =>
  db.selectFrom('c2_tasks').selectAll().where('simulation_id', '=', parameter('simulation')).orderBy('id'),
);

/** The tasks linked to a simulation, in the order of linking. */
export async function listTasks(db: Db, simulationId: string): Promise<StoredTask[]> {
  const rows = await readTasks(db, { simulation: simulationId });
  return rows.map((row) => ({
    id: row.id,
    simulation_id: row.simulation_id,
    configuration_id: row.configuration_id,
    external_id: row.external_id,
    callback: row.callback,
    command: row.command,
    status: row.status as StoredTask['status'],
    ended: row.ended,
    executed_at: row.executed_at,
    completed_at: row.completed_at,
    mapping_applied: row.mapping_applied === 1,
  }));
}

/** The simulations of an engagement linked to these tasks under a configuration, oldest first, by task. */
export async function listLinks(
  db: Db,
  engagementId: string,
  configurationId: string,
  externalIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('c2_tasks as task')
    .innerJoin('simulations as simulation', 'simulation.id', 'task.simulation_id')
    .select(['task.external_id', 'simulation.id', 'simulation.name'])
    .where('simulation.engagement_id', '=', engagementId)
    .where('task.configuration_id', '=', configurationId)
    .where('task.external_id', 'in', externalIds)
    .orderBy('simulation.id')
    .execute();
  const links = new Map<string, { id: string; name: string }[]>();
  for (const { external_id, id, name } of rows) {
    links.set(external_id, [...(links.get(external_id) ?? []), { id, name }]);
  }
  return links;
}

/** Number of tasks linked under the engagement's current configuration that may still produce output. */
export async function countOpenTasks(db: Db, engagementId: string): Promise<number> {
  const { n } = await db
    .selectFrom('c2_configs as config')
    .innerJoin('simulations as simulation', 'simulation.engagement_id', 'config.engagement_id')
    .innerJoin('c2_tasks as task', (join) =>
      join.onRef('task.simulation_id', '=', 'simulation.id').onRef('task.configuration_id', '=', 'config.id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('config.engagement_id', '=', engagementId)
    .where('task.mapping_applied', '=', 0)
    .where(({ eb, or }) => or([eb('task.ended', 'is', null), eb('task.ended', '=', 'completed')]))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Refuses (`duplicate`) a task that is already linked to this simulation. */
export async function insertTask(trx: Trx, row: NewRow<'c2_tasks'>): Promise<void> {
  try {
    await trx.insertInto('c2_tasks').values(row).execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw alreadyLinked();
    throw error;
  }
}

/** Updates the state of a task that has not been taken over; any other stays unchanged. */
export async function updateState(db: Db, id: string, state: Partial<TaskState>): Promise<void> {
  await db.updateTable('c2_tasks').set(state).where('id', '=', id).where('mapping_applied', '=', 0).execute();
}

/** Marks a task's output as taken over. Returns false if it was before, or the task is no longer linked. */
export async function markMapped(trx: Trx, id: string, state: TaskState): Promise<boolean> {
  const result = await trx
    .updateTable('c2_tasks')
    .set({ ...state, mapping_applied: 1 })
    .where('id', '=', id)
    .where('mapping_applied', '=', 0)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The framework's id of the unlinked task; null if there was none. */
export async function deleteTask(trx: Trx, simulationId: string, id: string): Promise<string | null> {
  const row = await trx
    .deleteFrom('c2_tasks')
    .where('id', '=', id)
    .where('simulation_id', '=', simulationId)
    .returning('external_id')
    .executeTakeFirst();
  return row?.external_id ?? null;
}

export function alreadyLinked(): DomainError {
  const message = 'This task is already linked to the simulation';
  return new DomainError('duplicate', message, { errors: [{ path: 'external_id', message }] });
}
