import { sql } from 'kysely';
import { opsecLevels } from '../../../domain/templates.ts';
import type { Variables } from '../../../domain/variables.ts';
import type { Db, Trx } from '../../database/database.ts';
import { contains, isLive, matchOrder } from '../../database/search.ts';
import { placeOrder, sortTerms, textOrder } from '../../database/sorting.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import {
  readExpectations,
  type TemplateExpectation,
  writeExpectations,
} from '../../facts/expectations/contract.ts';
import { readVariables, toVariablesColumn } from '../../missions/variables/contract.ts';
import type { Found } from '../../paging.ts';
import type { TestTemplate, TestTemplateQuery } from '../contract.ts';

/** A test template with the external ids of its catalogue tags; their names come from the catalogue. */
export type StoredTestTemplate = Omit<TestTemplate, 'catalog_tags'> & { catalog_ids: string[] };

export type TestTemplateFilter = Pick<
  TestTemplateQuery,
  'limit' | 'offset' | 'q' | 'opsec' | 'tag' | 'sort' | 'order'
> & {
  /** Lists of external ids: a template has a tag from each. */
  taggedWith: readonly (readonly string[])[];
};

const sortColumns = (q: string | undefined) => ({
  name: textOrder('name'),
  opsec: { nullable: placeOrder('opsec', opsecLevels) },
  updated_at: sql`updated_at`,
  match: matchOrder(q, 'test_templates.name'),
});

/** Templates that pass every filter, newest first. */
export async function listTestTemplates(
  db: Db,
  filter: TestTemplateFilter,
): Promise<Found<StoredTestTemplate>> {
  const query = selectPassing(db, filter);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = query.selectAll().limit(filter.limit).offset(filter.offset);
  const terms = sortTerms(sortColumns(filter.q), 'id', filter);
  const sorted =
    terms.length === 0 ? page.orderBy('id', 'desc') : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
  const ids = rows.map((row) => row.id);
  return { items: await withTestLabels(db, rows, ids), total: Number(n) };
}

/** The next templates after an id that pass every filter, oldest first; with `ids` only those. */
export async function listTestTemplatesAfter(
  db: Db,
  after: string,
  limit: number,
  { ids, ...filter }: Omit<TestTemplateFilter, 'limit' | 'offset'> & { ids?: readonly string[] },
): Promise<StoredTestTemplate[]> {
  if (ids?.length === 0) return [];
  let query = selectPassing(db, filter).where('id', '>', after);
  if (ids !== undefined) query = query.where('id', 'in', ids);
  const rows = await query.selectAll().orderBy('id').limit(limit).execute();
  return withTestLabels(
    db,
    rows,
    rows.map((row) => row.id),
  );
}

function selectPassing(
  db: Db,
  { q, opsec, tag, taggedWith }: Pick<TestTemplateFilter, 'q' | 'opsec' | 'tag' | 'taggedWith'>,
) {
  let query = db.selectFrom('test_templates').where('deleted_at', 'is', null);
  if (q) query = query.where(contains(q, 'test_templates.name', 'test_templates.description'));
  if (opsec !== undefined) query = query.where('opsec', '=', opsec);
  if (tag !== undefined) {
    query = query.where('id', 'in', (nested) =>
      nested.selectFrom('test_template_tags').select('test_template_id').where('tag', '=', tag),
    );
  }
  for (const externalIds of taggedWith) {
    query = query.where('id', 'in', (nested) =>
      nested
        .selectFrom('test_template_catalog_tags')
        .select('test_template_id')
        .where('external_id', 'in', externalIds),
    );
  }
  return query;
}

export async function findTestTemplate(db: Db, id: string): Promise<StoredTestTemplate | null> {
  const rows = await db
    .selectFrom('test_templates')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return (await withTestLabels(db, rows, [id]))[0] ?? null;
}

/** Live test templates among these, in no order. */
export async function findTestTemplates(db: Db, ids: readonly string[]): Promise<StoredTestTemplate[]> {
  return ids.length === 0 ? [] : listLive(db, ids);
}

/** Every live test template in these scenario templates, in no order. */
export function findTestTemplatesOf(db: Db, scenarioIds: readonly string[]): Promise<StoredTestTemplate[]> {
  return listLive(db, selectTestIds(db, scenarioIds));
}

type Ids = readonly string[] | ReturnType<typeof selectTestIds>;

async function listLive(db: Db, ids: Ids): Promise<StoredTestTemplate[]> {
  const rows = await db
    .selectFrom('test_templates')
    .selectAll()
    .where('id', 'in', ids)
    .where(isLive)
    .execute();
  return withTestLabels(db, rows, ids);
}

/** Time of the last write to the template, or null when there is none. */
export async function readTestTemplateUpdatedAt(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('test_templates')
    .select('updated_at')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/** Time of the last write to each of these live test templates, by id. */
export async function readTestTemplateVersions(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('test_templates')
    .select(['id', 'updated_at'])
    .where('id', 'in', ids)
    .where(isLive)
    .execute();
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at]));
}

/** Names of the live test templates among these, by id. */
export async function nameTestTemplates(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('test_templates')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(isLive)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether there is a test template. */
export async function hasTestTemplates(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('test_templates')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The live test templates from one of these sources, by source; the oldest if there are several. */
export async function findTestTemplatesBySource(
  db: Db,
  sources: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('test_templates')
    .select(['id', 'source'])
    .where('deleted_at', 'is', null)
    .where('source', 'in', sources)
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ id, source }) => [source as string, id]));
}

/** Number of catalogue tags of each of these test templates. */
export async function countCatalogTags(db: Db, ids: readonly string[]): Promise<(id: string) => number> {
  if (ids.length === 0) return () => 0;
  const rows = await db
    .selectFrom('test_template_catalog_tags')
    .select(['test_template_id', ({ fn }) => fn.countAll<number>().as('n')])
    .where('test_template_id', 'in', ids)
    .groupBy('test_template_id')
    .execute();
  const counts = new Map(rows.map((row) => [row.test_template_id, Number(row.n)]));
  return (id) => counts.get(id) ?? 0;
}

type TestTemplateValues = Omit<
  NewRow<'test_templates'>,
  'platforms_json' | 'expectations_json' | 'variables_json' | 'deleted_at'
> & {
  platforms: string[];
  variables: Variables;
  expectations: TemplateExpectation[];
};

export async function insertTestTemplate(
  trx: Trx,
  { platforms, expectations, variables, ...values }: TestTemplateValues,
): Promise<void> {
  await trx
    .insertInto('test_templates')
    .values({
      ...values,
      platforms_json: JSON.stringify(platforms),
      expectations_json: writeExpectations(expectations),
      variables_json: toVariablesColumn(variables),
    })
    .execute();
}

export async function updateTestTemplate(
  trx: Trx,
  id: string,
  {
    platforms,
    expectations,
    variables,
    ...values
  }: { [K in keyof TestTemplateValues]?: TestTemplateValues[K] | undefined },
): Promise<void> {
  const platforms_json = platforms === undefined ? undefined : JSON.stringify(platforms);
  const expectations_json = expectations === undefined ? undefined : writeExpectations(expectations);
  const variables_json = variables === undefined ? undefined : toVariablesColumn(variables);
  await trx
    .updateTable('test_templates')
    .set({ ...values, platforms_json, expectations_json, variables_json })
    .where('id', '=', id)
    .execute();
}

/** Deletes a template softly. */
export async function deleteTestTemplate(trx: Trx, id: string, time: string): Promise<void> {
  await trx.updateTable('test_templates').set({ deleted_at: time }).where('id', '=', id).execute();
}

export async function setTestTags(trx: Trx, id: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('test_template_tags').where('test_template_id', '=', id).execute();
  await insertTestTags(trx, id, tags);
}

/** For a template without any. */
export async function insertTestTags(trx: Trx, id: string, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const rows = tags.map((tag, position) => ({ test_template_id: id, tag, position }));
  await trx.insertInto('test_template_tags').values(rows).execute();
}

export async function setTestCatalogTags(
  trx: Trx,
  id: string,
  externalIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('test_template_catalog_tags').where('test_template_id', '=', id).execute();
  await insertTestCatalogTags(trx, id, externalIds);
}

/** For a template without any. */
export async function insertTestCatalogTags(
  trx: Trx,
  id: string,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  const rows = externalIds.map((external_id, position) => ({ test_template_id: id, external_id, position }));
  await trx.insertInto('test_template_catalog_tags').values(rows).execute();
}

// A page of scenarios can hold more tests than a statement accepts parameters.
export function selectTestIds(db: Db, scenarioIds: readonly string[]) {
  return db
    .selectFrom('scenario_template_tests')
    .select('scenario_template_tests.test_template_id')
    .where('scenario_template_id', 'in', scenarioIds);
}

async function withTestLabels(
  db: Db,
  rows: readonly Row<'test_templates'>[],
  ids: Ids,
): Promise<StoredTestTemplate[]> {
  if (rows.length === 0) return [];
  const tags = await db
    .selectFrom('test_template_tags')
    .selectAll()
    .where('test_template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const tagsOf = Map.groupBy(tags, (row) => row.test_template_id);
  const catalogIdsOf = await listCatalogIdsOfTests(db, ids);
  return rows.map(({ platforms_json, expectations_json, variables_json, deleted_at: _deleted, ...row }) => ({
    ...row,
    platforms: JSON.parse(platforms_json) as string[],
    expectations: readExpectations(expectations_json),
    variables: readVariables(variables_json),
    tags: (tagsOf.get(row.id) ?? []).map(({ tag }) => tag),
    catalog_ids: catalogIdsOf(row.id),
  }));
}

export async function listCatalogIdsOfTests(db: Db, ids: Ids): Promise<(id: string) => string[]> {
  const rows = await db
    .selectFrom('test_template_catalog_tags')
    .selectAll()
    .where('test_template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const byTest = Map.groupBy(rows, (row) => row.test_template_id);
  return (id) => (byTest.get(id) ?? []).map((row) => row.external_id);
}
