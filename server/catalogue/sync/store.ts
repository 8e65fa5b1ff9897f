import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Difference } from '../rules.ts';
import type { SyncRecord } from '../store.ts';

export async function insertSync(trx: Trx, id: string, { verified, ...record }: SyncRecord): Promise<void> {
  await trx
    .insertInto('catalogue_syncs')
    .values({ id, ...record, verified: verified ? 1 : 0 })
    .execute();
}

/** The external ids used in templates, missions and simulations. */
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

/** Writes new and changed entries, which are then not deprecated, and their tactics. */
export async function writeDifference(trx: Trx, { added, updated, moved }: Difference): Promise<void> {
  const ranks = { tactic: 0, technique: 1, subtechnique: 2 };
  // Tactics come before their references, techniques before their sub-techniques.
  const entries = [...added, ...updated].sort((one, other) => ranks[one.kind] - ranks[other.kind]);
  for (const { platforms, ...entry } of entries) {
    await putEntry(trx, { ...entry, platforms_json: JSON.stringify(platforms) });
  }
  for (const { external_id } of moved) await removeLinks(trx, { external_id });
  for (const { external_id, tactic_ids } of [...added, ...moved]) {
    for (const tactic_id of tactic_ids) await addLink(trx, { external_id, tactic_id });
  }
}

// One statement per row, compiled once: building a statement for twenty rows takes longer than running twenty.

const putEntry = prepare<Omit<Row<'catalogue_entries'>, 'deprecated'>, never>((db, parameter) =>
  db
    .insertInto('catalogue_entries')
    .values({
      external_id: parameter('external_id'),
      kind: parameter('kind'),
      name: parameter('name'),
      description: parameter('description'),
      url: parameter('url'),
      short_name: parameter('short_name'),
      position: parameter('position'),
      parent_id: parameter('parent_id'),
      platforms_json: parameter('platforms_json'),
      deprecated: 0,
    })
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
    ),
);

const addLink = prepare<Row<'catalogue_entry_tactics'>, never>((db, parameter) =>
  db
    .insertInto('catalogue_entry_tactics')
    .values({ external_id: parameter('external_id'), tactic_id: parameter('tactic_id') }),
);

const removeLinks = prepare<{ external_id: string }, never>((db, parameter) =>
  db.deleteFrom('catalogue_entry_tactics').where('external_id', '=', parameter('external_id')),
);

export async function markDeprecated(trx: Trx, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await trx
    .updateTable('catalogue_entries')
    .set({ deprecated: 1 })
    .where('external_id', 'in', externalIds)
    .execute();
}

/** Deletes entries and their links; the database refuses if they, or entries below them, are used as tags. */
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
