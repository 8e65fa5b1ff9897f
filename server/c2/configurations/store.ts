import type { Db, Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';

export type StoredConfig = Row<'c2_configs'>;

export async function findConfig(db: Db, engagementId: string): Promise<StoredConfig | null> {
  const row = await db
    .selectFrom('c2_configs')
    .selectAll()
    .where('engagement_id', '=', engagementId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the engagement's configuration. Tasks linked under another id become disconnected. */
export async function replaceConfig(trx: Trx, row: NewRow<'c2_configs'>): Promise<void> {
  const { id, ...values } = row;
  const { numUpdatedRows } = await trx
    .updateTable('c2_configs')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx.deleteFrom('c2_configs').where('engagement_id', '=', row.engagement_id).execute();
  await trx.insertInto('c2_configs').values(row).execute();
}

/** The deleted configuration, or null when there was none. */
export async function deleteConfig(trx: Trx, engagementId: string): Promise<StoredConfig | null> {
  const row = await trx
    .deleteFrom('c2_configs')
    .where('engagement_id', '=', engagementId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
