import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { contains, isLive, matchOrder } from '../../database/search.ts';
import { sortTerms, textOrder } from '../../database/sorting.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { PositionEdge, ScenarioTemplate, ScenarioTemplateQuery } from '../contract.ts';
import { listCatalogIdsOfTests, selectTestIds } from '../test-templates/store.ts';

export type StoredScenarioTemplate = Omit<ScenarioTemplate, 'catalog_tags' | 'tests'> & {
  catalog_ids: string[];
  tests: { id: string; name: string; catalog_ids: string[] }[];
};

const sortColumns = (q: string | undefined) => ({
  name: textOrder('name'),
  updated_at: sql`updated_at`,
  match: matchOrder(q, 'scenario_templates.name'),
});

/**
 * Templates that pass every filter, newest first, in the form taken by `readPartsOfScenarios`, with their numbers of positions.
 */
export async function listScenarioTemplates(
  db: Db,
  filter: ScenarioTemplateQuery,
): Promise<{ rows: Row<'scenario_templates'>[]; total: number; positions: Map<string, number> }> {
  let query = db.selectFrom('scenario_templates').where('deleted_at', 'is', null);
  if (filter.q)
    query = query.where(contains(filter.q, 'scenario_templates.name', 'scenario_templates.description'));
  if (filter.tag !== undefined) {
    const tag = filter.tag;
    query = query.where('id', 'in', (nested) =>
      nested.selectFrom('scenario_template_tags').select('scenario_template_id').where('tag', '=', tag),
    );
  }
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = query.selectAll().limit(filter.limit).offset(filter.offset);
  const terms = sortTerms(sortColumns(filter.q), 'id', filter);
  const sorted =
    terms.length === 0 ? page.orderBy('id', 'desc') : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
  return { rows, total: Number(n), positions: await countPositions(db, rows) };
}

async function countPositions(db: Db, scenarios: readonly { id: string }[]): Promise<Map<string, number>> {
  if (scenarios.length === 0) return new Map();
  const ids = scenarios.map(({ id }) => id);
  const counts = await db
    .selectFrom('scenario_template_tests')
    .select(['scenario_template_id', ({ fn }) => fn.countAll<number>().as('n')])
    .where('scenario_template_id', 'in', ids)
    .groupBy('scenario_template_id')
    .execute();
  return new Map(counts.map(({ scenario_template_id, n }) => [scenario_template_id, Number(n)]));
}

/** The live templates among these scenario templates, in no particular order. */
export async function findScenarioTemplates(
  db: Db,
  ids: readonly string[],
): Promise<StoredScenarioTemplate[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('scenario_templates')
    .selectAll()
    .where('id', 'in', ids)
    .where(isLive)
    .execute();
  return readPartsOfScenarios(db, rows);
}

/** The scenario templates with this test, including deleted ones. */
export async function listScenariosWith(db: Db, testTemplateId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scenario_template_tests')
    .select('scenario_template_id')
    .distinct()
    .where('test_template_id', '=', testTemplateId)
    .execute();
  return rows.map((row) => row.scenario_template_id);
}

/** The names of the live scenario templates with this tag. */
export async function listScenarioNamesTagged(db: Db, tag: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('scenario_template_tags')
    .innerJoin('scenario_templates', 'scenario_templates.id', 'scenario_template_tags.scenario_template_id')
    .select('scenario_templates.name')
    .where('scenario_template_tags.tag', '=', tag)
    .where('scenario_templates.deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Number of catalogue tags of the tests in these scenario templates, if live, counting each position. */
export async function countTagsOfTests(db: Db, ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ tags: number }>`
    with places as materialized (
      select p.scenario_template_id as id, p.test_template_id as test, count(*) as times
      from scenario_template_tests p
      join scenario_templates s on s.id = p.scenario_template_id and s.deleted_at is null
      where p.scenario_template_id in (${sql.join(ids)})
      group by 1, 2
    )
    select sum(times * (select count(*) from test_template_catalog_tags c where c.test_template_id = test)) as tags
    from places join test_templates t on t.id = test and t.deleted_at is null
    group by places.id`.execute(db);
  return rows.map(({ tags }) => Number(tags));
}

/** Bytes of a copied catalogue tag besides its name. */
const octetsOfTag = 60;

/** Number of live tests in these live scenario templates, and the approximate size of a copy of each; reads no text. */
export async function weighScenarioTemplates(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { tests: number; bytes: number }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; tests: number; bytes: number }>`
    with weights as materialized (
      select t.id, octet_length(t.name) + coalesce(octet_length(t.description), 0)
        + coalesce(octet_length(t.objective), 0) + coalesce(octet_length(t.procedure), 0)
        + coalesce(octet_length(t.command), 0) + coalesce(octet_length(t.cleanup_command), 0)
        + coalesce(octet_length(t.expected_detection), 0) + octet_length(t.platforms_json)
        + coalesce((select sum(octet_length(tag)) from test_template_tags where test_template_id = t.id), 0)
        + coalesce((select sum(octet_length(e.name) + ${octetsOfTag}) from test_template_catalog_tags c
            join catalogue_entries e on e.external_id = c.external_id where c.test_template_id = t.id), 0) as bytes
      from test_templates t
      where t.deleted_at is null and t.id in (
        select test_template_id from scenario_template_tests where scenario_template_id in (${sql.join(ids)}))
    )
    select s.id, count(w.id) as tests,
      octet_length(s.name) + coalesce(octet_length(s.description), 0)
        + coalesce((select sum(octet_length(e.name) + ${octetsOfTag}) from scenario_template_catalog_tags c
            join catalogue_entries e on e.external_id = c.external_id where c.scenario_template_id = s.id), 0)
        + coalesce(sum(w.bytes), 0) as bytes
    from scenario_templates s
    left join scenario_template_tests p on p.scenario_template_id = s.id
    left join weights w on w.id = p.test_template_id
    where s.id in (${sql.join(ids)}) and s.deleted_at is null
    group by s.id`.execute(db);
  return new Map(rows.map(({ id, tests, bytes }) => [id, { tests: Number(tests), bytes: Number(bytes) }]));
}

/** Time of the last write to the template, or null when there is none. */
export async function readScenarioTemplateUpdatedAt(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('scenario_templates')
    .select('updated_at')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/** Time of the last write to each of these live scenario templates, by id. */
export async function readScenarioTemplateVersions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('scenario_templates')
    .select(['id', 'updated_at'])
    .where('id', 'in', ids)
    .where(isLive)
    .execute();
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at]));
}

/** Which test follows which, as a column. */
export function toFollowsColumn(follows: readonly PositionEdge[]): string | null {
  return follows.length === 0 ? null : JSON.stringify(follows);
}

type ScenarioTemplateValues = Omit<NewRow<'scenario_templates'>, 'deleted_at'>;

export async function insertScenarioTemplate(trx: Trx, values: ScenarioTemplateValues): Promise<void> {
  await trx.insertInto('scenario_templates').values(values).execute();
}

export async function updateScenarioTemplate(
  trx: Trx,
  id: string,
  values: { [K in keyof ScenarioTemplateValues]?: ScenarioTemplateValues[K] | undefined },
): Promise<void> {
  await trx.updateTable('scenario_templates').set(values).where('id', '=', id).execute();
}

/** Deletes a template softly. */
export async function deleteScenarioTemplate(trx: Trx, id: string, time: string): Promise<void> {
  await trx.updateTable('scenario_templates').set({ deleted_at: time }).where('id', '=', id).execute();
}

export async function setScenarioTags(trx: Trx, id: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('scenario_template_tags').where('scenario_template_id', '=', id).execute();
  if (tags.length === 0) return;
  const rows = tags.map((tag, position) => ({ scenario_template_id: id, tag, position }));
  await trx.insertInto('scenario_template_tags').values(rows).execute();
}

export async function setScenarioCatalogTags(
  trx: Trx,
  id: string,
  externalIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('scenario_template_catalog_tags').where('scenario_template_id', '=', id).execute();
  if (externalIds.length === 0) return;
  const rows = externalIds.map((external_id, position) => ({
    scenario_template_id: id,
    external_id,
    position,
  }));
  await trx.insertInto('scenario_template_catalog_tags').values(rows).execute();
}

/** Replaces the order of the tests. */
export async function setScenarioTests(trx: Trx, id: string, testIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('scenario_template_tests').where('scenario_template_id', '=', id).execute();
  if (testIds.length === 0) return;
  const rows = testIds.map((test_template_id, position) => ({
    scenario_template_id: id,
    test_template_id,
    position,
  }));
  await trx.insertInto('scenario_template_tests').values(rows).execute();
}

export async function readPartsOfScenarios(
  db: Db,
  rows: readonly Row<'scenario_templates'>[],
): Promise<StoredScenarioTemplate[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const tags = await db
    .selectFrom('scenario_template_tags')
    .selectAll()
    .where('scenario_template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const catalogTags = await db
    .selectFrom('scenario_template_catalog_tags')
    .selectAll()
    .where('scenario_template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const tests = await db
    .selectFrom('scenario_template_tests')
    .innerJoin('test_templates', 'test_templates.id', 'scenario_template_tests.test_template_id')
    .select(['scenario_template_tests.scenario_template_id', 'test_templates.id', 'test_templates.name'])
    .select('test_templates.deleted_at')
    .select('scenario_template_tests.position')
    .where('scenario_template_tests.scenario_template_id', 'in', ids)
    .orderBy('scenario_template_tests.position')
    .execute();
  const tagsOf = Map.groupBy(tags, (row) => row.scenario_template_id);
  const catalogTagsOf = Map.groupBy(catalogTags, (row) => row.scenario_template_id);
  // Filtered here, because a condition in the query would make SQLite scan every template instead of these.
  const live = tests.filter((row) => row.deleted_at === null);
  const testsOf = Map.groupBy(live, (row) => row.scenario_template_id);
  const catalogIdsOf = await listCatalogIdsOfTests(db, selectTestIds(db, ids));
  return rows.map(({ deleted_at: _deleted, follows_json, ...row }) => ({
    ...row,
    follows: toLivePositions(follows_json, testsOf.get(row.id) ?? []),
    tags: (tagsOf.get(row.id) ?? []).map(({ tag }) => tag),
    catalog_ids: (catalogTagsOf.get(row.id) ?? []).map(({ external_id }) => external_id),
    tests: (testsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name, catalog_ids: catalogIdsOf(id) })),
  }));
}

/** Edges by the positions of the live tests: those of deleted test templates are left out. */
function toLivePositions(
  follows_json: string | null,
  live: readonly { position: number }[],
): ScenarioTemplate['follows'] {
  if (follows_json === null) return [];
  const place = new Map(live.map(({ position }, index) => [position, index]));
  return (JSON.parse(follows_json) as PositionEdge[]).flatMap(({ position, follows, condition }) => {
    const [at, earlier] = [place.get(position), place.get(follows)];
    return at === undefined || earlier === undefined ? [] : [{ position: at, follows: earlier, condition }];
  });
}
