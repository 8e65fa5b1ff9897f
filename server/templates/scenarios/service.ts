import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { dropRepeated } from '../../drop-repeated.ts';
import { notFound } from '../../errors.ts';
import { type Author, type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type {
  NewScenarioTemplate,
  PositionEdge,
  ScenarioTemplate,
  ScenarioTemplatePatch,
  ScenarioTemplateQuery,
} from '../contract.ts';
import { loadTagNames, resolveCatalogIds } from '../tags.ts';
import { countCatalogTags, nameTestTemplates } from '../test-templates/store.ts';
import { keepFollows, refuseTooManyTags, refuseUnknownTests, refuseWrongFollows } from './rules.ts';
import * as store from './store.ts';

/** Positions read at a time: a page has up to 200,000 of them. */
const readAtATime = 2000;

/** Scenario templates that pass every filter, newest first. */
export async function listScenarioTemplates(
  db: Db,
  query: ScenarioTemplateQuery,
): Promise<Found<ScenarioTemplate>> {
  const { rows, total, positions } = await inSnapshot(db, (trx) => store.listScenarioTemplates(trx, query));
  const items: ScenarioTemplate[] = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    if (start > 0) await nextTurn();
    for (let sum = 0; end < rows.length; end += 1) {
      sum += positions.get(rows[end]!.id) ?? 0;
      if (sum > readAtATime && end > start) break;
    }
    const some = rows.slice(start, end);
    items.push(
      ...(await inSnapshot(db, async (trx) =>
        toScenarioTemplates(trx, await store.readPartsOfScenarios(trx, some)),
      )),
    );
  }
  return { items, total };
}

/** A scenario template. Refuses `not_found`, including a deleted one. */
export function readScenarioTemplate(db: Db, id: string): Promise<ScenarioTemplate> {
  return inSnapshot(db, (trx) => readWhole(trx, id));
}

/** Refuses `not_found` an id that is not a scenario template's. */
export async function requireScenarioTemplate(db: Db, id: string): Promise<void> {
  await requireScenarioTemplateUpdatedAt(db, id);
}

/** Creates a scenario template. Refuses `invalid` an unknown tag or test template, and too many tags of tests. */
export function createScenarioTemplate(
  { db, now }: Services,
  user: Principal,
  input: NewScenarioTemplate,
): Promise<ScenarioTemplate> {
  return inTransaction(db, async (trx) => readWhole(trx, await addScenarioTemplate(trx, now, user, input)));
}

/**
 * Creates a scenario template in the caller's transaction, returns its id. Refuses `invalid` an unknown tag or test template, and
 * too many tags of tests.
 */
export async function addScenarioTemplate(
  trx: Trx,
  now: Now,
  user: Author,
  { tags, catalog_tags, test_template_ids, follows, ...fields }: NewScenarioTemplate,
): Promise<string> {
  const catalogIds = await resolveCatalogIds(trx, catalog_tags);
  await judgeFollows(trx, follows, test_template_ids);
  const id = newId();
  const time = isoTime(now());
  const follows_json = store.toFollowsColumn(follows);
  await store.insertScenarioTemplate(trx, {
    id,
    ...fields,
    follows_json,
    created_at: time,
    updated_at: time,
  });
  await store.setScenarioTags(trx, id, dropRepeated(tags));
  await store.setScenarioCatalogTags(trx, id, catalogIds);
  await setTests(trx, id, test_template_ids);
  const after = await readRecorded(trx, id);
  await recordTemplate(trx, { at: time, by: user, verb: 'created', id, after });
  return id;
}

/** The names of the scenario templates with this tag. Refuses nothing. */
export const listScenarioNamesTagged: (trx: Trx, tag: string) => Promise<Set<string>> =
  store.listScenarioNamesTagged;

/**
 * Changes the given fields; a no-op counts as no change. Refuses `not_found`, and `invalid` an unknown tag or test template and
 * too many tags of tests.
 */
export function changeScenarioTemplate(
  { db, now }: Services,
  user: Principal,
  id: string,
  input: ScenarioTemplatePatch,
): Promise<ScenarioTemplate> {
  return inTransaction(db, async (trx) => {
    await writeScenarioTemplate(trx, now, user, id, input);
    return readWhole(trx, id);
  });
}

/**
 * Changes the given fields in the caller's transaction. Refuses `not_found`, and `invalid` an unknown tag or test template and
 * too many tags of tests.
 */
export async function writeScenarioTemplate(
  trx: Trx,
  now: Now,
  user: Author,
  id: string,
  input: ScenarioTemplatePatch,
): Promise<void> {
  const updatedAt = await requireScenarioTemplateUpdatedAt(trx, id);
  if (Object.keys(input).length === 0) return;
  const before = await readRecorded(trx, id);
  const at = timeAfter(updatedAt, now);
  const { tags, catalog_tags, test_template_ids, follows, ...fields } = input;
  const ordered = await followTests(trx, id, test_template_ids, follows);
  await store.updateScenarioTemplate(trx, id, { ...fields, ...ordered.change, updated_at: at });
  if (tags !== undefined) await store.setScenarioTags(trx, id, dropRepeated(tags));
  if (catalog_tags !== undefined) {
    await store.setScenarioCatalogTags(trx, id, await resolveCatalogIds(trx, catalog_tags));
  }
  if (ordered.ids !== undefined) await setTests(trx, id, ordered.ids);
  const after = await readRecorded(trx, id);
  await recordTemplate(trx, { at, by: user, verb: 'changed', id, before, after });
}

/** The order of tests to write, and which follows which in it; a deleted test template has no position. */
async function followTests(
  trx: Trx,
  id: string,
  wanted: readonly string[] | undefined,
  follows: readonly PositionEdge[] | undefined,
): Promise<{ ids: readonly string[] | undefined; change: { follows_json?: string | null } }> {
  if (wanted === undefined && follows === undefined) return { ids: undefined, change: {} };
  const [stored] = await store.findScenarioTemplates(trx, [id]);
  const present = stored?.tests.map((test) => test.id) ?? [];
  const ids = wanted ?? present;
  const kept = follows ?? keepFollows(present, stored?.follows ?? [], ids);
  await judgeFollows(trx, kept, ids);
  // Positions are written anew, so that they are those of the answer.
  return { ids, change: { follows_json: store.toFollowsColumn(kept) } };
}

async function judgeFollows(
  trx: Trx,
  follows: readonly PositionEdge[],
  testIds: readonly string[],
): Promise<void> {
  if (follows.length === 0) return;
  const names = await nameTestTemplates(trx, dropRepeated(testIds));
  refuseWrongFollows(
    follows,
    testIds.map((id) => names.get(id) ?? ''),
  );
}

/** Time of the last write to each of these live scenario templates, by id. */
export const readScenarioTemplateVersions: typeof store.readScenarioTemplateVersions =
  store.readScenarioTemplateVersions;

/** The ids of live scenario templates with this test template. */
export const listScenariosWith: typeof store.listScenariosWith = store.listScenariosWith;

/** Deletes a scenario template. Missions keep their copies, and show their reference to it as null. Refuses `not_found`. */
export async function deleteScenarioTemplate(
  { db, now }: Services,
  user: Principal,
  id: string,
): Promise<void> {
  await inTransaction(db, (trx) => dropScenarioTemplate(trx, now, user, id));
}

/** Deletes a scenario template in the caller's transaction. Refuses `not_found`. */
export async function dropScenarioTemplate(trx: Trx, now: Now, user: Author, id: string): Promise<void> {
  const before = await readRecorded(trx, id);
  const at = isoTime(now());
  await store.deleteScenarioTemplate(trx, id, at);
  await recordTemplate(trx, { at, by: user, verb: 'deleted', id, before });
}

async function recordTemplate(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb' | 'id' | 'before' | 'after'>,
): Promise<void> {
  await recordWrite(trx, { ...write, object: 'scenario_template' });
}

async function requireScenarioTemplateUpdatedAt(db: Db, id: string): Promise<string> {
  const updatedAt = await store.readScenarioTemplateUpdatedAt(db, id);
  if (updatedAt === null) throw notFound('Scenario template');
  return updatedAt;
}

async function setTests(trx: Trx, id: string, testTemplateIds: readonly string[]): Promise<void> {
  const distinct = dropRepeated(testTemplateIds);
  refuseUnknownTests(testTemplateIds, new Set((await nameTestTemplates(trx, distinct)).keys()));
  const tagsOf = await countCatalogTags(trx, distinct);
  const tags = testTemplateIds.reduce((sum, testId) => sum + tagsOf(testId), 0);
  refuseTooManyTags(tags, 'test_template_ids');
  await store.setScenarioTests(trx, id, testTemplateIds);
}

/** A scenario template as a body for creating it, to be restored later. Refuses `not_found`. */
export async function readScenarioTemplateBody(trx: Trx, id: string): Promise<NewScenarioTemplate> {
  const { name, description, tags, catalog_tags, tests, follows } = await readWhole(trx, id);
  return {
    name,
    description,
    tags,
    catalog_tags: catalog_tags.map(({ kind, external_id }) => ({ kind, external_id })),
    test_template_ids: tests.map(({ test_template }) => test_template.id),
    follows,
  };
}

async function readWhole(trx: Trx, id: string): Promise<ScenarioTemplate> {
  const [stored] = await store.findScenarioTemplates(trx, [id]);
  if (stored === undefined) throw notFound('Scenario template');
  return (await toScenarioTemplates(trx, [stored]))[0]!;
}

type RecordedScenario = Omit<store.StoredScenarioTemplate, 'tests' | 'follows'> & {
  test_template_ids: string[];
  follows: string[];
};

async function readRecorded(trx: Trx, id: string): Promise<RecordedScenario> {
  const [stored] = await store.findScenarioTemplates(trx, [id]);
  if (stored === undefined) throw notFound('Scenario template');
  const { tests, follows, ...template } = stored;
  const nameOf = (position: number) => tests[position]?.name ?? '';
  return {
    ...template,
    test_template_ids: tests.map((test) => test.id),
    follows: follows.map(({ position, follows: followed, condition }) => {
      const edge = `${nameOf(followed)} → ${nameOf(position)}`;
      return condition === null ? edge : `${edge} (${condition})`;
    }),
  };
}

async function toScenarioTemplates(
  trx: Trx,
  stored: readonly store.StoredScenarioTemplate[],
): Promise<ScenarioTemplate[]> {
  // Each test is assembled once, because it looks the same at all of its positions.
  const distinct = new Map(stored.flatMap(({ tests }) => tests.map((test) => [test.id, test])));
  const named = await loadTagNames(trx, [...stored, ...distinct.values()]);
  const shown = new Map(
    [...distinct].map(([id, { name, catalog_ids }]) => [id, { id, name, catalog_tags: named(catalog_ids) }]),
  );
  return stored.map(({ catalog_ids, tests, ...template }) => ({
    ...template,
    catalog_tags: named(catalog_ids),
    // Deleted test templates leave gaps in the stored positions, so positions are renumbered here.
    tests: tests.map(({ id }, position) => ({ position, test_template: shown.get(id)! })),
  }));
}
