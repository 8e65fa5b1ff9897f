import type { Brief } from '../../domain/outcomes.ts';
import type { SimulationStatus } from '../../domain/simulations.ts';
import { type Db, prepare, type Trx } from '../database/database.ts';
import { type EngagementViewer, isSeenEngagement, seesEngagement } from '../database/engagement-viewers.ts';
import { contains } from '../database/search.ts';
import type { NewRow, Row } from '../database/tables.ts';
import { readBrief } from '../facts/contract.ts';
import type { Found, Paging } from '../paging.ts';
import type { SimulationFilter } from './contract.ts';
import type { OutputPart } from './outputs/parts.ts';

export type SimulationHead = {
  id: string;
  engagement_id: string;
  status: SimulationStatus;
  updated_at: string;
};

declare const door: unique symbol;
/** A writable simulation. Only `openSimulation` and `openToMove` of the service return one. */
export type OpenSimulation = SimulationHead & { readonly [door]: 'open' };

const findHead = prepare<{ simulation: string; all: number; user: string }, SimulationHead>((db, parameter) =>
  db
    .selectFrom('simulations')
    .innerJoin('engagements', 'engagements.id', 'simulations.engagement_id')
    .select(['simulations.id', 'simulations.engagement_id', 'simulations.status', 'simulations.updated_at'])
    .where('simulations.id', '=', parameter('simulation'))
    .where(isSeenEngagement(parameter('all'), parameter('user'))),
);

/** Fields of a simulation needed for a write, without its texts, if this viewer sees its engagement. */
export async function findSimulationHead(
  db: Db,
  viewer: EngagementViewer,
  id: string,
): Promise<SimulationHead | null> {
  const [row] = await findHead(db, { simulation: id, all: viewer.seesAll ? 1 : 0, user: viewer.id });
  return row ?? null;
}

/** A technique with its name at the time of tagging. */
export type TaggedTechnique = { id: string; name: string };
export type Tags = { techniques: TaggedTechnique[]; tactic_ids: string[] };

export type StoredSimulation = Omit<
  Row<'simulations'>,
  'created_by' | 'outcome_json' | 'status_since' | 'output_parts_json'
> &
  Tags & { outcome: Brief | null };
export type ListedSimulation = Omit<StoredSimulation, 'output'>;

const listedColumns = [
  'simulations.id',
  'simulations.engagement_id',
  'simulations.template_id',
  'simulations.name',
  'simulations.description',
  'simulations.status',
  'simulations.objective',
  'simulations.command',
  'simulations.red_comment',
  'simulations.executed_at',
  'simulations.detection_level_id',
  'simulations.detection_level_source',
  'simulations.outcome_json',
  'simulations.soc_comment',
  'simulations.detected_at',
  'simulations.created_at',
  'simulations.updated_at',
] as const;

/**
 * A page of the simulations a viewer sees that pass every filter, newest first. Identifiers are UUIDv7, so they sort by creation.
 */
export async function listSimulations(
  db: Db,
  viewer: EngagementViewer,
  filter: SimulationFilter & Paging,
): Promise<Found<ListedSimulation>> {
  let query = db.selectFrom('simulations');
  if (!viewer.seesAll) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('engagements')
          .select('engagements.id')
          .whereRef('engagements.id', '=', 'simulations.engagement_id')
          .where(seesEngagement(viewer)),
      ),
    );
  }
  if (filter.engagement !== undefined) query = query.where('engagement_id', '=', filter.engagement);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.q) {
    query = query.where(contains(filter.q, 'simulations.name', 'simulations.description'));
  }
  if (filter.technique !== undefined) {
    const technique = filter.technique;
    query = query.where('id', 'in', (nested) =>
      nested
        .selectFrom('simulation_techniques')
        .select('simulation_id')
        .where(({ and, eb, or }) =>
          or([
            eb('external_id', '=', technique),
            // Sub-techniques: ids that begin with this one and a dot, as a range that can use an index (`/` follows `.`).
            and([eb('external_id', '>', `${technique}.`), eb('external_id', '<', `${technique}/`)]),
          ]),
        ),
    );
  }
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(listedColumns)
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { items: await withTags(db, rows.map(toListed)), total: Number(n) };
}

export async function findSimulation(db: Db, id: string): Promise<StoredSimulation | null> {
  const rows = await db
    .selectFrom('simulations')
    .select([...listedColumns, 'simulations.output'])
    .where('id', '=', id)
    .execute();
  return (await withTags(db, rows.map(toListed)))[0] ?? null;
}

function toListed<R extends { outcome_json: string | null }>({ outcome_json, ...row }: R) {
  return { ...row, outcome: readBrief(outcome_json) };
}

async function withTags<R extends { id: string }>(db: Db, rows: readonly R[]): Promise<(R & Tags)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const techniques = await db
    .selectFrom('simulation_techniques')
    .selectAll()
    .where('simulation_id', 'in', ids)
    .orderBy('position')
    .execute();
  const tactics = await db
    .selectFrom('simulation_tactics')
    .selectAll()
    .where('simulation_id', 'in', ids)
    .orderBy('position')
    .execute();
  const techniquesOf = Map.groupBy(techniques, (row) => row.simulation_id);
  const tacticsOf = Map.groupBy(tactics, (row) => row.simulation_id);
  return rows.map((row) => ({
    ...row,
    techniques: (techniquesOf.get(row.id) ?? []).map(({ external_id, name }) => ({ id: external_id, name })),
    tactic_ids: (tacticsOf.get(row.id) ?? []).map(({ tactic_id }) => tactic_id),
  }));
}

/** Parts of a simulation's output that came from tasks, in order. */
export async function readOutputParts(db: Db, id: string): Promise<OutputPart[]> {
  const row = await db
    .selectFrom('simulations')
    .select('output_parts_json')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.output_parts_json ? JSON.parse(row.output_parts_json) : [];
}

/** Creates a writable simulation. */
export async function insertSimulation(trx: Trx, row: NewRow<'simulations'>): Promise<OpenSimulation> {
  await trx
    .insertInto('simulations')
    .values({ ...row, status_since: row.created_at })
    .execute();
  const { id, engagement_id, status, updated_at } = row;
  return { id, engagement_id, status, updated_at } as OpenSimulation;
}

export type SimulationChange = {
  [K in
    | 'name'
    | 'description'
    | 'status'
    | 'objective'
    | 'command'
    | 'output'
    | 'red_comment'
    | 'executed_at'
    | 'detection_level_id'
    | 'detection_level_source'
    | 'outcome_json'
    | 'output_parts_json'
    | 'soc_comment'
    | 'detected_at']?: Row<'simulations'>[K] | undefined;
};

export async function updateSimulation(
  trx: Trx,
  simulation: OpenSimulation,
  change: SimulationChange & { updated_at: string },
): Promise<void> {
  const moves = change.status !== undefined && change.status !== simulation.status;
  await trx
    .updateTable('simulations')
    .set({ ...change, ...(moves ? { status_since: change.updated_at } : {}) })
    .where('id', '=', simulation.id)
    .execute();
}

/** Replaces the techniques, in the given order. */
export async function setTechniques(
  trx: Trx,
  simulation: OpenSimulation,
  techniques: readonly TaggedTechnique[],
): Promise<void> {
  await trx.deleteFrom('simulation_techniques').where('simulation_id', '=', simulation.id).execute();
  if (techniques.length === 0) return;
  const rows = techniques.map((technique, position) => ({
    simulation_id: simulation.id,
    external_id: technique.id,
    name: technique.name,
    position,
  }));
  await trx.insertInto('simulation_techniques').values(rows).execute();
}

/** Replaces the tactics, in the given order. */
export async function setTactics(
  trx: Trx,
  simulation: OpenSimulation,
  tacticIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('simulation_tactics').where('simulation_id', '=', simulation.id).execute();
  if (tacticIds.length === 0) return;
  const rows = tacticIds.map((tactic_id, position) => ({
    simulation_id: simulation.id,
    tactic_id,
    position,
  }));
  await trx.insertInto('simulation_tactics').values(rows).execute();
}

/** Everything that belongs to the simulation is deleted with it. */
export async function deleteSimulation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('simulations').where('id', '=', id).execute();
}
