import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import type { NewRow } from '../../database/tables.ts';
import type { CatalogTag } from '../../fields.ts';
import type { OpenMission } from '../heads.ts';
import { toHiding } from '../hiding/columns.ts';
import type { Hiding } from '../hiding/contract.ts';
import { settle } from '../hiding/settle.ts';
import { setCatalogTags } from '../outline/store.ts';

/** Starting point of a further snapshot; a new mission has none. */
export async function readSnapshotState(
  trx: Trx,
  mission: OpenMission,
): Promise<{
  scenarios: number;
  catalog_tags: CatalogTag[];
  catalog_version: string | null;
  last_change_at: string;
}> {
  const { catalog_tags_json, ...state } = await trx
    .selectFrom('missions')
    .select(['catalog_tags_json', 'catalog_version', 'last_change_at'])
    .where('id', '=', mission.id)
    .executeTakeFirstOrThrow();
  const { n } = await trx
    .selectFrom('scenarios')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', mission.id)
    .executeTakeFirstOrThrow();
  return { ...state, scenarios: Number(n), catalog_tags: JSON.parse(catalog_tags_json) };
}

/** Approximate size in bytes of the plans of the selected rows of `mission_tests`. */
export const planBytes = sql<number>`
  coalesce(sum(octet_length(name) + coalesce(octet_length(description), 0)
    + coalesce(octet_length(objective), 0) + coalesce(octet_length(procedure), 0)
    + coalesce(octet_length(suggested_command), 0) + coalesce(octet_length(cleanup_command), 0)
    + coalesce(octet_length(expected_detection), 0) + octet_length(platforms_json)
    + octet_length(tags_json) + octet_length(catalog_tags_json)), 0)`;

/** Approximate number of bytes that a mission has copied from templates. */
export async function copiedText(db: Db, missionId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${planBytes}
      + (select coalesce(sum(octet_length(name) + coalesce(octet_length(description), 0)
          + octet_length(catalog_tags_json)), 0) from scenarios where mission_id = ${missionId}) as bytes
    from mission_tests where mission_id = ${missionId}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

export async function insertScenario(
  trx: Trx,
  mission: OpenMission,
  row: Omit<NewRow<'scenarios'>, 'mission_id' | 'catalog_tags_json'> & {
    catalog_tags: readonly CatalogTag[];
  },
): Promise<void> {
  const { catalog_tags, ...rest } = row;
  await trx
    .insertInto('scenarios')
    .values({ ...rest, mission_id: mission.id, catalog_tags_json: JSON.stringify(catalog_tags) })
    .execute();
}

/** Records the effects of a snapshot: the union of tags, the catalogue's version, the number of tests, the time. */
export async function recordSnapshot(
  trx: Trx,
  mission: OpenMission,
  snapshot: { tags: readonly CatalogTag[]; version: string | null; added: number; time: string },
): Promise<void> {
  await trx
    .updateTable('missions')
    .set(({ eb }) => ({
      catalog_tags_json: JSON.stringify(snapshot.tags),
      catalog_version: snapshot.version,
      count_pending: eb('count_pending', '+', snapshot.added),
      last_change_at: snapshot.time,
    }))
    .where('id', '=', mission.id)
    .execute();
  await setCatalogTags(
    trx,
    mission.id,
    snapshot.tags.map(({ external_id }) => external_id),
  );
  await settle(trx, mission.id, snapshot.time, false);
}

/** Scenarios in order; a deleted template is no longer named as their source. */
export async function listScenarios(
  db: Db,
  missionId: string,
): Promise<
  {
    id: string;
    source_template_id: string | null;
    name: string;
    description: string | null;
    position: number;
    catalog_tags: CatalogTag[];
    hiding: Hiding | null;
  }[]
> {
  const rows = await db
    .selectFrom('scenarios')
    .leftJoin('scenario_templates as source', (join) =>
      join.onRef('source.id', '=', 'scenarios.source_template_id').on('source.deleted_at', 'is', null),
    )
    .select([
      'scenarios.id',
      'source.id as source_template_id',
      'scenarios.name',
      'scenarios.description',
      'scenarios.position',
      'scenarios.catalog_tags_json',
      'scenarios.hidden',
      'scenarios.reveal_at',
      'scenarios.reveal_on_review',
      'scenarios.revealed_at',
      'scenarios.shown_position',
    ])
    .where('scenarios.mission_id', '=', missionId)
    .orderBy('scenarios.position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    source_template_id: row.source_template_id,
    name: row.name,
    description: row.description,
    position: row.position,
    catalog_tags: JSON.parse(row.catalog_tags_json),
    hiding: toHiding(row),
  }));
}
