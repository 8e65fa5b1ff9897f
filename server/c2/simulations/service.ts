import { inTransaction, type Trx } from '../../database/database.ts';
import { dropRepeated } from '../../drop-repeated.ts';
import { requireEngagement } from '../../engagements/service.ts';
import { DomainError } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import type { Simulation } from '../../simulations/contract.ts';
import { addSuggestedSimulation, readSimulation } from '../../simulations/service.ts';
import type { C2Connection } from '../configurations/connections.ts';
import { refuseGone, requireConnection } from '../configurations/service.ts';
import type { Task } from '../frameworks/adapter.ts';
import { addLink, askForTask, listLinks } from '../tasks/links.ts';
import type { C2Tasks } from '../tasks/service.ts';
import { toDescription, toSimulationName } from './rules.ts';

/**
 * Makes a simulation of each of these tasks, with its command and those of its techniques that are in the catalogue, and links
 * it; all or none. `admit` checks the caller again after the framework has answered. Refuses `duplicate` a task already linked to
 * a simulation of the engagement, `invalid` one unknown to the framework, `c2_not_configured`, `not_found` a deleted engagement,
 * and `c2_error` if the framework fails.
 */
export async function makeFromTasks(
  c2: C2Tasks,
  engagementId: string,
  named: readonly string[],
  admit: () => Promise<Principal>,
): Promise<Simulation[]> {
  const externalIds = dropRepeated(named);
  const connection = await requireConnection(c2, engagementId);
  await refuseLinked(c2.db, engagementId, connection, named);
  const adapter = connection.adapter();
  adapter.tryNow();
  const tasks = await readAll(
    externalIds.map((id) => askForTask(adapter, id, `external_ids.${named.indexOf(id)}`)),
  );
  const user = await admit();
  const ids = await inTransaction(c2.db, async (trx) => {
    await requireEngagement(trx, user, engagementId);
    await refuseGone(trx, engagementId, connection);
    await refuseLinked(trx, engagementId, connection, named);
    const made: string[] = [];
    for (const [index, task] of tasks.entries()) {
      const simulation = await addSuggestedSimulation(trx, c2.now, user, engagementId, toSuggestion(task));
      await addLink(trx, c2, user, simulation, connection, externalIds[index]!, task);
      made.push(simulation.id);
    }
    return made;
  });
  const simulations: Simulation[] = [];
  for (const id of ids) simulations.push(await readSimulation(c2.db, user, id));
  return simulations;
}

function toSuggestion(task: Task) {
  return {
    name: toSimulationName(task),
    description: toDescription(task),
    command: task.command,
    techniques: task.techniques,
  };
}

/**
 * Settles all calls, so that none is still running when one is refused; returns the answers, or rejects with the first refusal.
 */
async function readAll<T>(questions: readonly Promise<T>[]): Promise<T[]> {
  const answers = await Promise.allSettled(questions);
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}

async function refuseLinked(
  db: C2Tasks['db'] | Trx,
  engagementId: string,
  { configurationId }: C2Connection,
  named: readonly string[],
): Promise<void> {
  const linked = await listLinks(db, engagementId, configurationId, named);
  const errors = named.flatMap((id, index) => {
    const [simulation] = linked.get(id) ?? [];
    if (simulation === undefined) return [];
    return [{ path: `external_ids.${index}`, message: `is already linked to “${simulation.name}”` }];
  });
  if (errors.length === 0) return;
  throw new DomainError('duplicate', 'Some of these tasks are already linked to simulations', { errors });
}
