import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';

export async function listSuccessors(db: Db): Promise<[revoked: string, successor: string][]> {
  const rows = await db.selectFrom('catalogue_successors').selectAll().execute();
  return rows.map(({ external_id, successor_id }) => [external_id, successor_id]);
}

/** Techniques and tactics that are not deprecated. */
export async function listLiveIds(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('catalogue_entries')
    .select('external_id')
    .where('deprecated', '=', 0)
    .execute();
  return new Set(rows.map(({ external_id }) => external_id));
}

export async function putSuccessors(
  trx: Trx,
  successors: readonly (readonly [revoked: string, successor: string])[],
): Promise<void> {
  for (const [external_id, successor_id] of successors)
    await putSuccessor(trx, { external_id, successor_id });
}

const putSuccessor = prepare<Row<'catalogue_successors'>, never>((db, parameter) =>
  db
    .insertInto('catalogue_successors')
    .values({ external_id: parameter('external_id'), successor_id: parameter('successor_id') })
    .onConflict((there) =>
      there.column('external_id').doUpdateSet(({ ref }) => ({ successor_id: ref('excluded.successor_id') })),
    ),
);
