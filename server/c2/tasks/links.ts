import { isoTime, type Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import { seesEngagement } from '../../engagements/service.ts';
import { invalid } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import type { OpenedSimulation } from '../../simulations/service.ts';
import type { C2Connection } from '../configurations/connections.ts';
import { type C2, requireAdapter, requireConnection } from '../configurations/service.ts';
import { type C2Adapter, C2Error, type Task } from '../frameworks/adapter.ts';
import { refuseC2Error } from '../frameworks/failures.ts';
import type { LinkedTask, ListedTaskPage } from './contract.ts';
import * as store from './store.ts';

/** A task from its framework. Refuses `invalid` (at `path`) an unknown task, `c2_error` when the framework fails. */
export function askForTask(adapter: C2Adapter, externalId: string, path: string): Promise<Task> {
  return refuseC2Error(
    adapter.getTask(externalId).catch((error: unknown) => {
      if (error instanceof C2Error && error.reason === 'not_found') {
        throw invalid(path, 'the framework has no such task');
      }
      throw error;
    }),
  );
}

/**
 * Tasks from an engagement's framework, in the requested order. Refuses `invalid` an unknown engagement or task, what
 * `requireAdapter` refuses, and `c2_error` when the framework fails.
 */
export async function readFrameworkTasks(
  c2: C2,
  user: Principal,
  engagementId: string,
  externalIds: readonly string[],
): Promise<Task[]> {
  if (!(await seesEngagement(c2.db, user, engagementId))) {
    throw invalid('engagement_id', `no engagement has the id ${engagementId}`);
  }
  const adapter = await requireAdapter(c2, engagementId);
  adapter.tryNow();
  return Promise.all(externalIds.map((id, index) => askForTask(adapter, id, `task_external_ids.${index}`)));
}

/** Links a task in the caller's transaction, in which the simulation was loaded. Refuses `duplicate`. */
export async function addLink(
  trx: Trx,
  { now }: { now: Now },
  user: Principal,
  simulation: OpenedSimulation,
  { configurationId }: C2Connection,
  externalId: string,
  { callback, command, status }: Task,
): Promise<LinkedTask> {
  const at = isoTime(now());
  const linked = { id: newId(), external_id: externalId, callback, command, status, completed_at: null };
  await store.insertTask(trx, {
    ...linked,
    simulation_id: simulation.id,
    configuration_id: configurationId,
    ended: null,
    executed_at: null,
    mapping_applied: 0,
    created_at: at,
  });
  await recordWrite(trx, {
    at,
    by: user,
    verb: 'linked',
    object: 'c2_task',
    id: linked.id,
    place: { engagement_id: simulation.engagement_id, simulation_id: simulation.id },
    after: { external_id: externalId, callback, command },
  });
  return { ...linked, mapping_applied: false };
}

/** The simulations of an engagement linked to tasks of a configuration. Refuses nothing. */
export const listLinks: typeof store.listLinks = store.listLinks;

/**
 * A page of the framework's tasks, newest first, each with its linked simulations. Refuses `c2_not_configured`, and `c2_error`
 * when the framework fails.
 */
export async function listFrameworkTasks(
  c2: C2,
  engagementId: string,
  page: number,
): Promise<ListedTaskPage> {
  const connection = await requireConnection(c2, engagementId);
  const found = await refuseC2Error(connection.adapter().listTasks({ page }));
  const links = await listLinks(
    c2.db,
    engagementId,
    connection.configurationId,
    found.tasks.map(({ externalId }) => externalId),
  );
  return {
    items: found.tasks.map((task) => ({
      external_id: task.externalId,
      callback: task.callback,
      command: task.command,
      status: task.status,
      framework_status: task.frameworkStatus,
      techniques: task.techniques,
      operator: task.operator,
      submitted_at: task.submittedAt,
      started_at: task.startedAt,
      completed_at: task.finishedAt,
      unreadable: task.unreadable,
      simulations: links.get(task.externalId) ?? [],
    })),
    page: found.page,
    has_more: found.hasMore,
    left_out: found.leftOut,
  };
}
