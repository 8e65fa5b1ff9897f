import { entryKinds } from '../../../domain/catalogue.ts';
import { entryAndBelow } from '../../catalogue/service.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { dropRepeated } from '../../drop-repeated.ts';
import { notFound } from '../../errors.ts';
import { type Author, type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { NewTestTemplate, TestTemplate, TestTemplatePatch, TestTemplateQuery } from '../contract.ts';
import { refuseTooManyTags } from '../scenarios/rules.ts';
import { countTagsOfTests, listScenariosWith } from '../scenarios/store.ts';
import { loadTagNames, resolveCatalogIds } from '../tags.ts';
import * as store from './store.ts';

/**
 * Test templates that pass every filter, newest first; `tactic` and `technique` include entries below them. An unknown entry
 * finds nothing.
 */
export function listTestTemplates(db: Db, query: TestTemplateQuery): Promise<Found<TestTemplate>> {
  return inSnapshot(db, async (trx) => {
    const taggedWith = await listWantedTags(trx, query);
    if (taggedWith.some((externalIds) => externalIds.length === 0)) return { items: [], total: 0 };
    const { items, total } = await store.listTestTemplates(trx, { ...query, taggedWith });
    return { items: await toTestTemplates(trx, items), total };
  });
}

async function listWantedTags(trx: Trx, query: TestTemplateQuery): Promise<string[][]> {
  const lists: string[][] = [];
  for (const kind of entryKinds) {
    const entry = query[kind];
    if (entry !== undefined) lists.push(await entryAndBelow(trx, kind, entry));
  }
  return lists;
}

/** A test template. Refuses `not_found`, including a deleted one. */
export function readTestTemplate(db: Db, id: string): Promise<TestTemplate> {
  return inSnapshot(db, (trx) => readWhole(trx, id));
}

/** Refuses `not_found` an id that is not a test template's. */
export async function requireTestTemplate(db: Db, id: string): Promise<void> {
  await requireTestTemplateUpdatedAt(db, id);
}

/** Creates a test template. Refuses `invalid` a tag unknown to the catalogue. */
export function createTestTemplate(
  { db, now }: Services,
  user: Principal,
  input: NewTestTemplate,
): Promise<TestTemplate> {
  return inTransaction(db, async (trx) => readWhole(trx, await addTestTemplate(trx, now, user, input)));
}

/** Creates a test template in the caller's transaction, returns its id. Refuses `invalid` a tag unknown to the catalogue. */
export async function addTestTemplate(
  trx: Trx,
  now: Now,
  user: Author,
  { platforms, tags, catalog_tags, ...fields }: NewTestTemplate,
): Promise<string> {
  const catalogIds = await resolveCatalogIds(trx, catalog_tags);
  const id = newId();
  const time = isoTime(now());
  await store.insertTestTemplate(trx, {
    id,
    ...fields,
    platforms: dropRepeated(platforms),
    created_at: time,
    updated_at: time,
  });
  await store.insertTestTags(trx, id, dropRepeated(tags));
  await store.insertTestCatalogTags(trx, id, catalogIds);
  const after = await readRecorded(trx, id);
  await recordTemplate(trx, { at: time, by: user, verb: 'created', id, after });
  return id;
}

/** Whether the library has any test. Refuses nothing. */
export const hasTestTemplates: (db: Db) => Promise<boolean> = store.hasTestTemplates;

/** Takes sources of templates, returns the ids of the existing ones. Refuses nothing. */
export const findTestTemplatesBySource: (
  trx: Trx,
  sources: readonly string[],
) => Promise<Map<string, string>> = store.findTestTemplatesBySource;

/**
 * Changes the given fields; a no-op counts as no change. Refuses `not_found`, and `invalid` an unknown tag and more tags than a
 * scenario template with this test may show.
 */
export function changeTestTemplate(
  { db, now }: Services,
  user: Principal,
  id: string,
  input: TestTemplatePatch,
): Promise<TestTemplate> {
  return inLongTransaction(db, async (trx, pause) => {
    await writeTestTemplate(trx, now, user, id, input, pause);
    return readWhole(trx, id);
  });
}

/**
 * Changes the given fields in the caller's transaction, which yields at `pause`. Refuses `not_found`, and `invalid` an unknown
 * tag and more tags than a scenario template with this test may show.
 */
export async function writeTestTemplate(
  trx: Trx,
  now: Now,
  user: Author,
  id: string,
  input: TestTemplatePatch,
  pause: () => Promise<void>,
): Promise<void> {
  const before = await readRecorded(trx, id);
  if (Object.keys(input).length === 0) return;
  const at = timeAfter(before.updated_at, now);
  const { platforms, tags, catalog_tags, ...fields } = input;
  await store.updateTestTemplate(trx, id, {
    ...fields,
    platforms: platforms && dropRepeated(platforms),
    updated_at: at,
  });
  if (tags !== undefined) await store.setTestTags(trx, id, dropRepeated(tags));
  if (catalog_tags !== undefined) {
    const catalogIds = await resolveCatalogIds(trx, catalog_tags);
    const present = (await store.countCatalogTags(trx, [id]))(id);
    await store.setTestCatalogTags(trx, id, catalogIds);
    if (catalogIds.length > present) await refuseTooManyTagsOfScenarios(trx, id, pause);
  }
  const after = await readRecorded(trx, id);
  await recordTemplate(trx, { at, by: user, verb: 'changed', id, before, after });
}

/** Time of the last write to each of these live test templates, by id. */
export const readTestTemplateVersions: typeof store.readTestTemplateVersions = store.readTestTemplateVersions;

/** Scenario templates, each with up to 1,000 positions. */
const countedAtATime = 10;

async function refuseTooManyTagsOfScenarios(trx: Trx, id: string, pause: () => Promise<void>): Promise<void> {
  const scenarios = await listScenariosWith(trx, id);
  for (let start = 0; start < scenarios.length; start += countedAtATime) {
    if (start > 0) await pause();
    const counts = await countTagsOfTests(trx, scenarios.slice(start, start + countedAtATime));
    for (const tags of counts) refuseTooManyTags(tags, 'catalog_tags');
  }
}

/** Deletes a test template; scenario templates lose it too, and missions keep their copies. Refuses `not_found`. */
export async function deleteTestTemplate({ db, now }: Services, user: Principal, id: string): Promise<void> {
  await inTransaction(db, (trx) => dropTestTemplate(trx, now, user, id));
}

/** Deletes a test template in the caller's transaction. Refuses `not_found`. */
export async function dropTestTemplate(trx: Trx, now: Now, user: Author, id: string): Promise<void> {
  const before = await readRecorded(trx, id);
  const at = isoTime(now());
  await store.deleteTestTemplate(trx, id, at);
  await recordTemplate(trx, { at, by: user, verb: 'deleted', id, before });
}

async function recordTemplate(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb' | 'id' | 'before' | 'after'>,
): Promise<void> {
  await recordWrite(trx, { ...write, object: 'test_template' });
}

async function requireTestTemplateUpdatedAt(db: Db, id: string): Promise<string> {
  const updatedAt = await store.readTestTemplateUpdatedAt(db, id);
  if (updatedAt === null) throw notFound('Test template');
  return updatedAt;
}

/** A test template as a body for creating it, to be restored later. Refuses `not_found`. */
export async function readTestTemplateBody(trx: Trx, id: string): Promise<NewTestTemplate> {
  const { id: _id, created_at: _at, updated_at: _then, catalog_tags, ...body } = await readWhole(trx, id);
  return { ...body, catalog_tags: catalog_tags.map(({ kind, external_id }) => ({ kind, external_id })) };
}

async function readWhole(trx: Trx, id: string): Promise<TestTemplate> {
  return (await toTestTemplates(trx, [await readRecorded(trx, id)]))[0]!;
}

async function readRecorded(trx: Trx, id: string): Promise<store.StoredTestTemplate> {
  const stored = await store.findTestTemplate(trx, id);
  if (stored === null) throw notFound('Test template');
  return stored;
}

async function toTestTemplates(
  trx: Trx,
  stored: readonly store.StoredTestTemplate[],
): Promise<TestTemplate[]> {
  const named = await loadTagNames(trx, stored);
  return stored.map(({ catalog_ids, ...template }) => ({ ...template, catalog_tags: named(catalog_ids) }));
}
