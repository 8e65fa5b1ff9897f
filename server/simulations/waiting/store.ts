import type { SimulationStatus } from '../../../domain/simulations.ts';
import type { Db } from '../../database/database.ts';
import { type EngagementViewer, seesEngagement } from '../../database/engagement-viewers.ts';
import { anyOf } from '../../database/search.ts';

export type WaitingKey = { id: string; since: string };

type Wanted = { viewer: EngagementViewer; statuses: readonly SimulationStatus[] };

function selectWaiting(db: Db, { viewer, statuses }: Wanted) {
  return db
    .selectFrom('simulations')
    .innerJoin('engagements', 'engagements.id', 'simulations.engagement_id')
    .where('simulations.status', 'in', statuses)
    .where('engagements.status', '<>', 'closed')
    .where(seesEngagement(viewer));
}

/** The simulations of open engagements a viewer sees in one of these states, longest in it first. */
export function listWaiting(db: Db, wanted: Wanted, most: number): Promise<WaitingKey[]> {
  return selectWaiting(db, wanted)
    .select(({ fn, ref }) => [
      'simulations.id',
      fn.coalesce(ref('simulations.status_since'), ref('simulations.created_at')).as('since'),
    ])
    .orderBy('since')
    .orderBy('simulations.id')
    .limit(most)
    .execute();
}

export async function countWaiting(db: Db, wanted: Wanted): Promise<number> {
  const { n } = await selectWaiting(db, wanted)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export type NamedSimulation = {
  id: string;
  name: string;
  status: SimulationStatus;
  techniques: { id: string; name: string }[];
  engagement: { id: string; name: string };
};

/** Names and places of these simulations. */
export async function nameSimulations(db: Db, ids: readonly string[]): Promise<Map<string, NamedSimulation>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('simulations')
    .innerJoin('engagements', 'engagements.id', 'simulations.engagement_id')
    .select([
      'simulations.id',
      'simulations.name',
      'simulations.status',
      'engagements.id as engagement_id',
      'engagements.name as engagement_name',
    ])
    .where('simulations.id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  const techniques = await db
    .selectFrom('simulation_techniques')
    .select(['simulation_id', 'external_id as id', 'name'])
    .where('simulation_id', 'in', anyOf(JSON.stringify(ids)))
    .orderBy('position')
    .execute();
  const of = Map.groupBy(techniques, ({ simulation_id }) => simulation_id);
  return new Map(
    rows.map(({ engagement_id, engagement_name, ...simulation }) => [
      simulation.id,
      {
        ...simulation,
        techniques: (of.get(simulation.id) ?? []).map(({ id, name }) => ({ id, name })),
        engagement: { id: engagement_id, name: engagement_name },
      },
    ]),
  );
}
