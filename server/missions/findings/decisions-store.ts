import type { Db, Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';

export async function listDecided(db: Db, missionId: string): Promise<Set<string>> {
  return new Set((await listDecisions(db, missionId)).map(({ suggestion }) => suggestion));
}

/** Decisions on suggestions of a mission. */
export function listDecisions(
  db: Db,
  missionId: string,
): Promise<Pick<Row<'finding_suggestions'>, 'suggestion' | 'finding_id' | 'reason'>[]> {
  return db
    .selectFrom('finding_suggestions')
    .select(['suggestion', 'finding_id', 'reason'])
    .where('mission_id', '=', missionId)
    .orderBy('suggestion')
    .execute();
}

export async function decide(trx: Trx, row: Row<'finding_suggestions'>): Promise<void> {
  await trx
    .insertInto('finding_suggestions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['mission_id', 'suggestion']).doNothing())
    .execute();
}
