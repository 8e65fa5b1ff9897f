import type { CompiledQuery } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import type { CatalogueEntry, Difference } from './rules.ts';
import type { SyncRecord } from './store.ts';

export async function insertSync(trx: Trx, id: string, { verified, ...record }: SyncRecord): Promise<void> {
  await trx
    .insertInto('catalogue_syncs')
    .values({ id, ...record, verified: verified ? 1 : 0 })
    .execute();
}

/** The external ids that templates, missions and simulations name. */
export async function listTaggedIds(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('test_template_catalog_tags')
    .select('external_id')
    .union(db.selectFrom('scenario_template_catalog_tags').select('external_id'))
    .union(db.selectFrom('mission_catalog_tags').select('external_id'))
    .union(db.selectFrom('simulation_template_techniques').select('external_id'))
    .union(db.selectFrom('simulation_techniques').select('external_id'))
    .execute();
  return new Set(rows.map((row) => row.external_id));
}

/**
 * The statements that write new and changed entries, which then are not deprecated, and their tactics, a few rows in each.
 */
export function* makeWrites(trx: Trx, { added, updated, moved }: Difference): Generator<CompiledQuery> {
  yield* writeEntries(trx, [...added, ...updated]);
  if (moved.length > 0) yield removeLinks(trx, moved);
  yield* writeLinks(trx, [...added, ...moved]);
}

/** Tactics come before what refers to them, techniques before what is below them. */
function* writeEntries(trx: Trx, entries: readonly CatalogueEntry[]): Generator<CompiledQuery> {
  const ranks = { tactic: 0, technique: 1, subtechnique: 2 };
  const rows = entries
    .toSorted((one, other) => ranks[one.kind] - ranks[other.kind])
    .map(({ tactic_ids, platforms, ...entry }) => ({
      ...entry,
      platforms_json: JSON.stringify(platforms),
      deprecated: 0 as const,
    }));
  for (const batch of splitIntoBatches(rows)) {
    yield trx
      .insertInto('catalogue_entries')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('external_id').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          description: ref('excluded.description'),
          url: ref('excluded.url'),
          short_name: ref('excluded.short_name'),
          position: ref('excluded.position'),
          parent_id: ref('excluded.parent_id'),
          platforms_json: ref('excluded.platforms_json'),
          deprecated: ref('excluded.deprecated'),
        })),
      )
      .compile();
  }
}

function removeLinks(trx: Trx, entries: readonly CatalogueEntry[]): CompiledQuery {
  const ids = entries.map((entry) => entry.external_id);
  return trx.deleteFrom('catalogue_entry_tactics').where('external_id', 'in', ids).compile();
}

function* writeLinks(trx: Trx, entries: readonly CatalogueEntry[]): Generator<CompiledQuery> {
  const links = entries.flatMap(({ external_id, tactic_ids }) =>
    tactic_ids.map((tactic_id) => ({ external_id, tactic_id })),
  );
  for (const batch of splitIntoBatches(links)) {
    yield trx.insertInto('catalogue_entry_tactics').values(batch).compile();
  }
}

/** Twenty rows in a statement take a third of the time of twenty statements; more gain little and hold readers up. */
function splitIntoBatches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / 20) }, (_, index) =>
    rows.slice(index * 20, index * 20 + 20),
  );
}

export async function markDeprecated(trx: Trx, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await trx
    .updateTable('catalogue_entries')
    .set({ deprecated: 1 })
    .where('external_id', 'in', externalIds)
    .execute();
}

/** Deletes entries and their links; refused by the database while anything is tagged with them or below them. */
export async function deleteEntries(trx: Trx, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  for (const kind of ['subtechnique', 'technique', 'tactic'] as const) {
    await trx
      .deleteFrom('catalogue_entries')
      .where('kind', '=', kind)
      .where('external_id', 'in', externalIds)
      .execute();
  }
}

export async function deleteCatalogue(trx: Trx): Promise<void> {
  await trx.deleteFrom('catalogue_syncs').execute();
  await trx.deleteFrom('catalogue_entry_tactics').execute();
  await trx.deleteFrom('catalogue_entries').execute();
}
