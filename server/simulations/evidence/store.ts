import { type Db, prepare, type Trx } from '../../database/database.ts';
import { type EngagementViewer, seesEngagement } from '../../database/engagement-viewers.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import { toPerson } from '../../person.ts';
import type { OpenSimulation } from '../store.ts';
import type { SimulationEvidence } from './contract.ts';

type JoinedRow = Row<'simulation_evidence'> & { display_name: string | null };

function selectRecords(db: Db) {
  return db
    .selectFrom('simulation_evidence')
    .leftJoin('users', 'users.id', 'simulation_evidence.uploaded_by')
    .selectAll('simulation_evidence')
    .select('users.display_name');
}

function toRecord({ display_name, uploaded_by, ...row }: JoinedRow): SimulationEvidence {
  return { ...row, uploaded_by: toPerson(uploaded_by, display_name) };
}

const ofSimulation = prepare<{ simulation: string }, JoinedRow>((db, parameter) =>
  selectRecords(db)
    .where('simulation_evidence.simulation_id', '=', parameter('simulation'))
    .orderBy('simulation_evidence.uploaded_at')
    .orderBy('simulation_evidence.id'),
);

/** The records of a simulation, oldest first. */
export async function listEvidence(db: Db, simulationId: string): Promise<SimulationEvidence[]> {
  return (await ofSimulation(db, { simulation: simulationId })).map(toRecord);
}

/** Number of records of each of these simulations, without those that have none. */
export async function countEvidence(db: Db, simulationIds: readonly string[]): Promise<Map<string, number>> {
  if (simulationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('simulation_evidence')
    .select(({ fn }) => ['simulation_id', fn.countAll<number>().as('n')])
    .where('simulation_id', 'in', simulationIds)
    .groupBy('simulation_id')
    .execute();
  return new Map(rows.map(({ simulation_id, n }) => [simulation_id, Number(n)]));
}

/** The record if this viewer sees its engagement, else null. */
export async function findEvidence(
  db: Db,
  viewer: EngagementViewer,
  id: string,
): Promise<SimulationEvidence | null> {
  const row = await selectRecords(db)
    .innerJoin('engagements', 'engagements.id', 'simulation_evidence.engagement_id')
    .where('simulation_evidence.id', '=', id)
    .where(seesEngagement(viewer))
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** The next `limit` records after `afterId`, ordered by id. */
export async function listEvidenceAfter(
  db: Db,
  afterId: string,
  limit: number,
): Promise<SimulationEvidence[]> {
  const rows = await selectRecords(db)
    .where('simulation_evidence.id', '>', afterId)
    .orderBy('simulation_evidence.id')
    .limit(limit)
    .execute();
  return rows.map(toRecord);
}

export async function insertEvidence(
  trx: Trx,
  { id, engagement_id }: OpenSimulation,
  row: Omit<NewRow<'simulation_evidence'>, 'simulation_id' | 'engagement_id'>,
): Promise<void> {
  await trx
    .insertInto('simulation_evidence')
    .values({ ...row, simulation_id: id, engagement_id })
    .execute();
}

export async function updateCaption(
  trx: Trx,
  simulation: OpenSimulation,
  id: string,
  caption: string | null,
): Promise<void> {
  await trx
    .updateTable('simulation_evidence')
    .set({ caption })
    .where('id', '=', id)
    .where('simulation_id', '=', simulation.id)
    .execute();
}

export async function deleteEvidence(trx: Trx, simulation: OpenSimulation, id: string): Promise<void> {
  await trx
    .deleteFrom('simulation_evidence')
    .where('id', '=', id)
    .where('simulation_id', '=', simulation.id)
    .execute();
}

const recordedDigests = prepare<{ simulation: string }, { sha256: string }>((db, parameter) =>
  db.selectFrom('simulation_evidence').select('sha256').where('simulation_id', '=', parameter('simulation')),
);

export async function listDigestsOfSimulation(db: Db, simulationId: string): Promise<Set<string>> {
  return new Set((await recordedDigests(db, { simulation: simulationId })).map((row) => row.sha256));
}
