import type { Db, Trx } from '../../database/database.ts';

export type StoredBrand = { logo: Buffer | null; accent: string | null; updated_at: string };

/** What reports of an organisation look like, or null where nobody has said. */
export async function findBrand(db: Db, organisationId: string): Promise<StoredBrand | null> {
  const row = await db
    .selectFrom('organisation_brands')
    .select(['logo', 'accent', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives another organisation the look of this one, where it has none. */
export async function moveBrand(trx: Trx, from: string, into: string): Promise<void> {
  if ((await findBrand(trx, into)) !== null) return;
  await trx
    .updateTable('organisation_brands')
    .set({ organisation_id: into })
    .where('organisation_id', '=', from)
    .execute();
}

export async function setBrand(trx: Trx, organisationId: string, brand: StoredBrand): Promise<void> {
  await trx
    .insertInto('organisation_brands')
    .values({ organisation_id: organisationId, ...brand })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(brand))
    .execute();
}
