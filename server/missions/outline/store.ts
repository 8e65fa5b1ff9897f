import { sql } from 'kysely';
import { type Now, timeAfter } from '../../database/clock.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import { wholly } from '../../database/view.ts';
import type { CatalogTag } from '../../fields.ts';
import type { OpenMission } from '../heads.ts';
import { settle } from '../hiding/settle.ts';

/** Time of a write to the outline of a mission: later than every earlier write to the mission or one of its tests. */
export function pickOutlineTime(mission: OpenMission, now: Now): string {
  const { last_change_at, updated_at } = mission;
  return timeAfter(last_change_at > updated_at ? last_change_at : updated_at, now);
}

/**
 * Notes on a mission that its outline changed, with `added` pending tests, and settles what everybody sees of it. `isForAll`: the
 * mission itself changed, which everybody sees.
 */
export async function noteOutline(
  trx: Trx,
  mission: Pick<OpenMission, 'id'>,
  time: string,
  { added = 0, isForAll = false }: { added?: number; isForAll?: boolean } = {},
): Promise<void> {
  await trx
    .updateTable('missions')
    .set(({ eb }) => ({
      last_change_at: time,
      outline_changed_at: time,
      updated_at: time,
      count_pending: eb('count_pending', '+', added),
    }))
    .where('id', '=', mission.id)
    .execute();
  await settle(trx, mission.id, time, isForAll);
}

type Tagged = { catalog_tags_json: string };

/**
 * Rebuilds the tags of a mission from its scenarios and tests; existing ones keep their place. The catalogue also keeps entries
 * of removed ones, which may come back.
 */
export function refreshTags(trx: Trx, { id }: Pick<OpenMission, 'id'>): Promise<void> {
  // The planner may not see all of it.
  return wholly(async () => {
    const before = await trx
      .selectFrom('missions')
      .select('catalog_tags_json')
      .where('id', '=', id)
      .execute();
    const { rows } = await sql<Tagged>`
    select distinct catalog_tags_json from scenarios where mission_id = ${id}
    union select distinct catalog_tags_json from mission_tests where mission_id = ${id}`.execute(trx);
    const live = toTags(rows);
    const tags = [...toTags([...before, ...rows]).values()].filter((tag) => live.has(tag.external_id));
    await trx
      .updateTable('missions')
      .set({ catalog_tags_json: JSON.stringify(tags) })
      .where('id', '=', id)
      .execute();
    const { rows: removed } = await sql<{ row_json: string }>`
    select test_json as row_json from removed_tests where mission_id = ${id}
    union all select scenario_json from removed_scenarios where mission_id = ${id}`.execute(trx);
    const kept = toTags([...rows, ...removed.map(({ row_json }) => JSON.parse(row_json) as Tagged)]);
    await setCatalogTags(trx, id, kept.keys());
  });
}

const insertCatalogTags = prepareInsert('mission_catalog_tags', ['mission_id', 'external_id']);

/** Writes the catalogue entries used in a mission. */
export async function setCatalogTags(
  trx: Trx,
  mission_id: string,
  externalIds: Iterable<string>,
): Promise<void> {
  await trx.deleteFrom('mission_catalog_tags').where('mission_id', '=', mission_id).execute();
  await insertCatalogTags(
    trx,
    Array.from(externalIds, (external_id) => ({ mission_id, external_id })),
  );
}

function toTags(rows: readonly Tagged[]): Map<string, CatalogTag> {
  const tags = new Map<string, CatalogTag>();
  for (const { catalog_tags_json } of rows) {
    for (const tag of JSON.parse(catalog_tags_json) as CatalogTag[]) {
      if (!tags.has(tag.external_id)) tags.set(tag.external_id, tag);
    }
  }
  return tags;
}

/** Notes the catalogue version from which a mission's first tests are tagged. */
export async function noteCatalogueVersion(
  trx: Trx,
  mission: OpenMission,
  version: string | null,
): Promise<void> {
  if (mission.tests > 0 || version === null) return;
  await trx
    .updateTable('missions')
    .set(({ fn, ref, val }) => ({ catalog_version: fn.coalesce(ref('catalog_version'), val(version)) }))
    .where('id', '=', mission.id)
    .execute();
}

const outlineOf = prepare<{ mission: string }, { outline_changed_at: string | null }>((db, parameter) =>
  db.selectFrom('missions').select('outline_changed_at').where('id', '=', parameter('mission')),
);

export async function readOutlineTime(db: Db, missionId: string): Promise<string | null> {
  return (await outlineOf(db, { mission: missionId }))[0]?.outline_changed_at ?? null;
}

type Removed = { id: string; removed_at: string };

const removedSince = prepare<{ mission: string; since: string }, Removed>((db, parameter) =>
  db
    .selectFrom('removed_tests')
    .select(['id', 'removed_at'])
    .where('mission_id', '=', parameter('mission'))
    .where('removed_at', '>', parameter('since'))
    .orderBy('removed_at')
    .orderBy('id'),
);

/** Time of the last change to a mission's outline, and the tests removed after `since` and not restored, oldest first. */
export async function readOutline(
  db: Db,
  missionId: string,
  since: string,
): Promise<{ outline_changed_at: string | null; removed: Removed[] }> {
  const outline_changed_at = await readOutlineTime(db, missionId);
  const isNew = outline_changed_at !== null && outline_changed_at > since;
  return { outline_changed_at, removed: isNew ? await removedSince(db, { mission: missionId, since }) : [] };
}
