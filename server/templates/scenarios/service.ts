import { isoTime, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import { dropRepeated } from '../../drop-repeated.ts';
import { notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type {
  NewScenarioTemplate,
  ScenarioTemplate,
  ScenarioTemplatePatch,
  ScenarioTemplateQuery,
} from '../contract.ts';
import type { Templates } from '../service.ts';
import { loadTagNames, resolveCatalogIds } from '../tags.ts';
import { listLiveTestTemplateIds } from '../tests/store.ts';
import { refuseUnknownTests } from './rules.ts';
import * as store from './store.ts';

/** Scenario templates that pass every filter, newest first. */
export function listScenarioTemplates(
  db: Db,
  query: ScenarioTemplateQuery,
): Promise<Found<ScenarioTemplate>> {
  return inSnapshot(db, async (trx) => {
    const { items, total } = await store.listScenarioTemplates(trx, query);
    return { items: await toScenarioTemplates(trx, items), total };
  });
}

/** A scenario template. Refuses `not_found`, also a deleted one. */
export function readScenarioTemplate(db: Db, id: string): Promise<ScenarioTemplate> {
  return inSnapshot(db, (trx) => readWhole(trx, id));
}

/** Refuses `not_found` an id that is no scenario template's. */
export async function requireScenarioTemplate(db: Db, id: string): Promise<void> {
  await requireScenarioTemplateUpdatedAt(db, id);
}

/** Makes a scenario template. Refuses `invalid` an unknown tag or test template. */
export function createScenarioTemplate(
  { db, now }: Templates,
  input: NewScenarioTemplate,
): Promise<ScenarioTemplate> {
  return inTransaction(db, async (trx) => {
    const { tags, catalog_tags, test_template_ids, ...fields } = input;
    const catalogIds = await resolveCatalogIds(trx, catalog_tags);
    const id = newId();
    const time = isoTime(now());
    await store.insertScenarioTemplate(trx, { id, ...fields, created_at: time, updated_at: time });
    await store.setScenarioTags(trx, id, dropRepeated(tags));
    await store.setScenarioCatalogTags(trx, id, catalogIds);
    await setTests(trx, id, test_template_ids);
    return readWhole(trx, id);
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
    const before = await requireScenarioTemplateUpdatedAt(trx, id);
    if (Object.keys(input).length > 0) {
      const { tags, catalog_tags, test_template_ids, ...fields } = input;
      await store.updateScenarioTemplate(trx, id, { ...fields, updated_at: timeAfter(before, now) });
      if (tags !== undefined) await store.setScenarioTags(trx, id, dropRepeated(tags));
      if (catalog_tags !== undefined) {
        await store.setScenarioCatalogTags(trx, id, await resolveCatalogIds(trx, catalog_tags));
      }
      if (test_template_ids !== undefined) await setTests(trx, id, test_template_ids);
    }
    return readWhole(trx, id);
  });
}

/**
 * Deletes a scenario template. Missions keep what they have copied, and show their reference to it as null.
 * Refuses `not_found`.
 */
export async function deleteScenarioTemplate({ db, now }: Templates, id: string): Promise<void> {
  if (!(await store.deleteScenarioTemplate(db, id, isoTime(now())))) throw notFound('Scenario template');
}

async function requireScenarioTemplateUpdatedAt(db: Db, id: string): Promise<string> {
  const updatedAt = await store.readScenarioTemplateUpdatedAt(db, id);
  if (updatedAt === null) throw notFound('Scenario template');
  return updatedAt;
}

async function setTests(trx: Trx, id: string, testTemplateIds: readonly string[]): Promise<void> {
  refuseUnknownTests(testTemplateIds, await listLiveTestTemplateIds(trx, testTemplateIds));
  await store.setScenarioTests(trx, id, testTemplateIds);
}

async function readWhole(trx: Trx, id: string): Promise<ScenarioTemplate> {
  const [stored] = await store.findScenarioTemplates(trx, [id]);
  if (stored === undefined) throw notFound('Scenario template');
  return (await toScenarioTemplates(trx, [stored]))[0]!;
}

async function toScenarioTemplates(
  trx: Trx,
  stored: readonly store.StoredScenarioTemplate[],
): Promise<ScenarioTemplate[]> {
  const named = await loadTagNames(trx, [...stored, ...stored.flatMap((template) => template.tests)]);
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
