import { createHash } from 'node:crypto';
import type { Db, Trx } from '../../database/database.ts';

export type StoredBrand = { logo: Buffer | null; accent: string | null; updated_at: string };

/** Branding of an organisation's reports, or null for the default. */
export async function findBrand(db: Db, organisationId: string): Promise<StoredBrand | null> {
  const row = await db
    .selectFrom('organisation_brands')
    .select(['logo', 'accent', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives another organisation the branding of this one, unless it has one; returns it for the history, or null. */
export async function moveBrand(
  trx: Trx,
  from: string,
  into: string,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | null> {
  const moved = await findBrand(trx, from);
  if (moved === null || (await findBrand(trx, into)) !== null) return null;
  await trx
    .updateTable('organisation_brands')
    .set({ organisation_id: into })
    .where('organisation_id', '=', from)
    .execute();
  return { before: toRecorded(null), after: toRecorded(moved) };
}

export async function setBrand(trx: Trx, organisationId: string, brand: StoredBrand): Promise<void> {
  await trx
    .insertInto('organisation_brands')
    .values({ organisation_id: organisationId, ...brand })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(brand))
    .execute();
}

/** A picture is recorded by its digest. */
export function toRecorded(stored: StoredBrand | null): Record<string, unknown> {
  const logo = stored?.logo ?? null;
  const digest = logo === null ? null : createHash('sha256').update(logo).digest('hex');
  return { logo_sha256: digest, accent: stored?.accent ?? null };
}
