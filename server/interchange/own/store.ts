import type { Db, Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Viewer } from '../store.ts';

const ownTable = { selection: 'technique_selections', rule: 'detection_rules' } as const;

/** Time of the last write to each object; of selections, only those from the viewer's own imports. */
export async function readOwnVersions(
  db: Db,
  viewer: Viewer,
  kind: keyof typeof ownTable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  let query = db.selectFrom(ownTable[kind]).select(['id', 'updated_at']).where('id', 'in', ids);
  if (kind === 'selection' && viewer !== null) {
    query = query.where('import_id', 'in', ({ selectFrom }) =>
      selectFrom('imports').select('imports.id').where('imports.created_by', '=', viewer.id),
    );
  }
  const rows = await query.execute();
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at]));
}

export async function putSelection(trx: Trx, row: NewRow<'technique_selections'>): Promise<void> {
  const { id: _id, created_at: _at, ...change } = row;
  await trx
    .insertInto('technique_selections')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

export async function readOwnRow<T extends 'technique_selections' | 'detection_rules'>(
  db: Db,
  table: T,
  id: string,
): Promise<Row<T> | null> {
  const found = db
    .selectFrom(table as 'technique_selections')
    .selectAll()
    .where('id', '=', id);
  return ((await found.executeTakeFirst()) as Row<T> | undefined) ?? null;
}

export async function deleteOwn(trx: Trx, kind: keyof typeof ownTable, id: string): Promise<void> {
  await trx.deleteFrom(ownTable[kind]).where('id', '=', id).execute();
}
