import type { Db, Trx } from '../../database/database.ts';
import type { NewRow } from '../../database/tables.ts';
import type { Output } from './contract.ts';

/** An output with the simulation and the engagement it belongs to. */
export type StoredOutput = Output & { simulation_id: string; engagement_id: string };

export async function insertOutput(trx: Trx, row: NewRow<'simulation_outputs'>): Promise<void> {
  await trx.insertInto('simulation_outputs').values(row).execute();
}

/** The outputs of a simulation, oldest first. */
export function listOutputsOfSimulation(db: Db, simulationId: string): Promise<StoredOutput[]> {
  return db
    .selectFrom('simulation_outputs')
    .selectAll()
    .where('simulation_id', '=', simulationId)
    .orderBy('id')
    .execute();
}

export async function findOutputById(db: Db, id: string): Promise<StoredOutput | null> {
  const row = await db.selectFrom('simulation_outputs').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The next `limit` outputs after `afterId`, ordered by id. */
export function listOutputsAfter(db: Db, afterId: string, limit: number): Promise<StoredOutput[]> {
  return db
    .selectFrom('simulation_outputs')
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listDigestsOfSimulation(db: Db, simulationId: string): Promise<Set<string>> {
  const outputs = await listOutputsOfSimulation(db, simulationId);
  return new Set(outputs.map((output) => output.sha256));
}
