import { entryKinds } from '../../domain/catalogue.ts';
import type { NamedTag, Tag } from '../catalogue/contract.ts';
import { entryAndBelow, entryTags, resolveTags } from '../catalogue/service.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import { invalid, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Found } from '../paging.ts';
import type {
  NewScenarioTemplate,
  NewTestTemplate,
  ScenarioTemplate,
  ScenarioTemplatePatch,
  ScenarioTemplateQuery,
  TestTemplate,
  TestTemplatePatch,
  TestTemplateQuery,
} from './contract.ts';
import { distinct, refuseUnknownTests } from './rules.ts';
import * as store from './store.ts';

export type Templates = { db: Db; now: Now };
/**
 * Test templates that pass every filter, newest first; `tactic` and `technique` include what lies below them. What the
 * catalogue does not know finds nothing.
 */
export function listTestTemplates(db: Db, query: TestTemplateQuery): Promise<Found<TestTemplate>> {
  return inSnapshot(db, async (trx) => {
    const taggedWith = await taggedWithOf(trx, query);
    if (taggedWith.some((externalIds) => externalIds.length === 0)) return { items: [], total: 0 };
    const { items, total } = await store.listTestTemplates(trx, { ...query, taggedWith });
    return { items: await shownTestTemplates(trx, items), total };
  });
}

async function taggedWithOf(trx: Trx, query: TestTemplateQuery): Promise<string[][]> {
  const lists: string[][] = [];
  for (const kind of entryKinds) {
    const entry = query[kind];
    if (entry !== undefined) lists.push(await entryAndBelow(trx, kind, entry));
  }
  return lists;
}

/** A test template. Refuses `not_found`, also a deleted one. */
export function readTestTemplate(db: Db, id: string): Promise<TestTemplate> {
  return inSnapshot(db, (trx) => shownTestTemplate(trx, id));
}

/** Refuses `not_found` an id that is no test template's. */
export async function requireTestTemplate(db: Db, id: string): Promise<void> {
  await testTemplateUpdatedAt(db, id);
}

/** Makes a test template. Refuses `invalid` a tag that the catalogue does not know. */
export function createTestTemplate({ db, now }: Templates, input: NewTestTemplate): Promise<TestTemplate> {
  return inTransaction(db, async (trx) => {
    const { platforms, tags, catalog_tags, ...fields } = input;
    const catalogIds = await catalogIdsOf(trx, catalog_tags);
    const id = newId();
    const time = isoTime(now());
    await store.insertTestTemplate(trx, {
      id,
      ...fields,
      platforms: distinct(platforms),
      created_at: time,
      updated_at: time,
    });
    await store.setTestTags(trx, id, distinct(tags));
    await store.setTestCatalogTags(trx, id, catalogIds);
    return shownTestTemplate(trx, id);
  });
}

/** Changes what is given; a change of nothing is none. Refuses `not_found` and `invalid` an unknown tag. */
export function changeTestTemplate(
  { db, now }: Templates,
  id: string,
  input: TestTemplatePatch,
): Promise<TestTemplate> {
  return inTransaction(db, async (trx) => {
    const before = await testTemplateUpdatedAt(trx, id);
    if (Object.keys(input).length > 0) {
      const { platforms, tags, catalog_tags, ...fields } = input;
      await store.updateTestTemplate(trx, id, {
        ...fields,
        platforms: platforms && distinct(platforms),
        updated_at: timeAfter(before, now),
      });
      if (tags !== undefined) await store.setTestTags(trx, id, distinct(tags));
      if (catalog_tags !== undefined) {
        await store.setTestCatalogTags(trx, id, await catalogIdsOf(trx, catalog_tags));
      }
    }
    return shownTestTemplate(trx, id);
  });
}

/**
 * Deletes a test template; it goes from the scenario templates too, and what missions have copied stays theirs.
 * Refuses `not_found`.
 */
export async function deleteTestTemplate({ db, now }: Templates, id: string): Promise<void> {
  if (!(await store.deleteTestTemplate(db, id, isoTime(now())))) throw notFound('Test template');
}

/** Scenario templates that pass every filter, newest first. */
export function listScenarioTemplates(
  db: Db,
  query: ScenarioTemplateQuery,
): Promise<Found<ScenarioTemplate>> {
  return inSnapshot(db, async (trx) => {
    const { items, total } = await store.listScenarioTemplates(trx, query);
    return { items: await shownScenarioTemplates(trx, items), total };
  });
}

/** A scenario template. Refuses `not_found`, also a deleted one. */
export function readScenarioTemplate(db: Db, id: string): Promise<ScenarioTemplate> {
  return inSnapshot(db, (trx) => shownScenarioTemplate(trx, id));
}

/** Refuses `not_found` an id that is no scenario template's. */
export async function requireScenarioTemplate(db: Db, id: string): Promise<void> {
  await scenarioTemplateUpdatedAt(db, id);
}

/** Makes a scenario template. Refuses `invalid` an unknown tag or test template. */
export function createScenarioTemplate(
  { db, now }: Templates,
  input: NewScenarioTemplate,
): Promise<ScenarioTemplate> {
  return inTransaction(db, async (trx) => {
    const { tags, catalog_tags, test_template_ids, ...fields } = input;
    const catalogIds = await catalogIdsOf(trx, catalog_tags);
    const id = newId();
    const time = isoTime(now());
    await store.insertScenarioTemplate(trx, { id, ...fields, created_at: time, updated_at: time });
    await store.setScenarioTags(trx, id, distinct(tags));
    await store.setScenarioCatalogTags(trx, id, catalogIds);
    await setTests(trx, id, test_template_ids);
    return shownScenarioTemplate(trx, id);
  });
}

/**
 * Changes what is given; a change of nothing is none. Refuses `not_found`, `invalid` an unknown tag or test template.
 */
export function changeScenarioTemplate(
  { db, now }: Templates,
  id: string,
  input: ScenarioTemplatePatch,
): Promise<ScenarioTemplate> {
  return inTransaction(db, async (trx) => {
    const before = await scenarioTemplateUpdatedAt(trx, id);
    if (Object.keys(input).length > 0) {
      const { tags, catalog_tags, test_template_ids, ...fields } = input;
      await store.updateScenarioTemplate(trx, id, { ...fields, updated_at: timeAfter(before, now) });
      if (tags !== undefined) await store.setScenarioTags(trx, id, distinct(tags));
      if (catalog_tags !== undefined) {
        await store.setScenarioCatalogTags(trx, id, await catalogIdsOf(trx, catalog_tags));
      }
      if (test_template_ids !== undefined) await setTests(trx, id, test_template_ids);
    }
    return shownScenarioTemplate(trx, id);
  });
}

/**
 * Deletes a scenario template; what missions have copied stays theirs, and their reference to it is to be shown as null.
 * Refuses `not_found`.
 */
export async function deleteScenarioTemplate({ db, now }: Templates, id: string): Promise<void> {
  if (!(await store.deleteScenarioTemplate(db, id, isoTime(now())))) throw notFound('Scenario template');
}

export type SnapshotTest = Omit<TestTemplate, 'source' | 'created_at' | 'updated_at'>;
export type SnapshotSource = Pick<
  ScenarioTemplate,
  'id' | 'name' | 'description' | 'tags' | 'catalog_tags'
> & { tests: SnapshotTest[] };

/**
 * What a mission copies of these scenario templates, in the order given, a repeated one each time; the number of queries
 * does not depend on how many there are. Refuses `invalid` at `path.N` an unknown or deleted one.
 */
export async function snapshotSources(
  trx: Trx,
  scenarioTemplateIds: readonly string[],
  path: string,
): Promise<SnapshotSource[]> {
  const ids = distinct(scenarioTemplateIds);
  const scenarios = new Map((await store.findScenarioTemplates(trx, ids)).map((item) => [item.id, item]));
  const unknown = scenarioTemplateIds.findIndex((id) => !scenarios.has(id));
  if (unknown !== -1) {
    throw invalid(`${path}.${unknown}`, `no scenario template has the id ${scenarioTemplateIds[unknown]}`);
  }
  if (ids.length === 0) return [];
  const tests = new Map((await store.findTestTemplatesOf(trx, ids)).map((item) => [item.id, item]));
  const named = await namesFor(trx, [...scenarios.values(), ...tests.values()]);
  const sources = new Map(
    [...scenarios.values()].map((scenario): [string, SnapshotSource] => [
      scenario.id,
      {
        id: scenario.id,
        name: scenario.name,
        description: scenario.description,
        tags: scenario.tags,
        catalog_tags: named(scenario.catalog_ids),
        tests: scenario.tests.map(({ id }) => {
          const {
            catalog_ids,
            source: _source,
            created_at: _created,
            updated_at: _updated,
            ...test
          } = tests.get(id)!;
          return { ...test, catalog_tags: named(catalog_ids) };
        }),
      },
    ]),
  );
  return scenarioTemplateIds.map((id) => sources.get(id)!);
}

/** Deletes every template for good. */
export const emptyTemplates = store.deleteAllTemplates;

async function testTemplateUpdatedAt(db: Db, id: string): Promise<string> {
  const updatedAt = await store.testTemplateUpdatedAt(db, id);
  if (updatedAt === null) throw notFound('Test template');
  return updatedAt;
}

async function scenarioTemplateUpdatedAt(db: Db, id: string): Promise<string> {
  const updatedAt = await store.scenarioTemplateUpdatedAt(db, id);
  if (updatedAt === null) throw notFound('Scenario template');
  return updatedAt;
}

async function catalogIdsOf(trx: Trx, tags: readonly Tag[]): Promise<string[]> {
  const resolved = await resolveTags(trx, tags, 'catalog_tags');
  return resolved.map((tag) => tag.external_id);
}

async function setTests(trx: Trx, id: string, testTemplateIds: readonly string[]): Promise<void> {
  refuseUnknownTests(testTemplateIds, await store.liveTestTemplateIds(trx, testTemplateIds));
  await store.setScenarioTests(trx, id, testTemplateIds);
}

async function shownTestTemplate(trx: Trx, id: string): Promise<TestTemplate> {
  const stored = await store.findTestTemplate(trx, id);
  if (stored === null) throw notFound('Test template');
  return (await shownTestTemplates(trx, [stored]))[0]!;
}

async function shownTestTemplates(
  trx: Trx,
  stored: readonly store.StoredTestTemplate[],
): Promise<TestTemplate[]> {
  const named = await namesFor(trx, stored);
  return stored.map(({ catalog_ids, ...template }) => ({ ...template, catalog_tags: named(catalog_ids) }));
}

async function shownScenarioTemplate(trx: Trx, id: string): Promise<ScenarioTemplate> {
  const [stored] = await store.findScenarioTemplates(trx, [id]);
  if (stored === undefined) throw notFound('Scenario template');
  return (await shownScenarioTemplates(trx, [stored]))[0]!;
}

async function shownScenarioTemplates(
  trx: Trx,
  stored: readonly store.StoredScenarioTemplate[],
): Promise<ScenarioTemplate[]> {
  const named = await namesFor(trx, [...stored, ...stored.flatMap((template) => template.tests)]);
  return stored.map(({ catalog_ids, tests, ...template }) => ({
    ...template,
    catalog_tags: named(catalog_ids),
    // Deleted test templates left gaps in what is stored; what is shown has none.
    tests: tests.map(({ id, name, catalog_ids }, position) => ({
      position,
      test_template: { id, name, catalog_tags: named(catalog_ids) },
    })),
  }));
}

/** The names of everything these are tagged with, in one query. */
async function namesFor(
  trx: Trx,
  tagged: readonly { catalog_ids: readonly string[] }[],
): Promise<(externalIds: readonly string[]) => NamedTag[]> {
  const known = await entryTags(trx, distinct(tagged.flatMap((item) => item.catalog_ids)));
  return (externalIds) => externalIds.flatMap((externalId) => known.get(externalId) ?? []);
}
