import type { Now } from '../database/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { dropRepeated } from '../drop-repeated.ts';
import { invalid } from '../errors.ts';
import type { ScenarioTemplate, TestTemplate } from './contract.ts';
import {
  deleteAllScenarioTemplates,
  findScenarioTemplates,
  weighScenarioTemplates,
} from './scenarios/store.ts';
import { loadTagNames } from './tags.ts';
import { deleteAllTestTemplates, findTestTemplatesOf } from './tests/store.ts';

export type Templates = { db: Db; now: Now };

export type SnapshotTest = Omit<TestTemplate, 'source' | 'created_at' | 'updated_at'>;

export type SnapshotSource = Pick<
  ScenarioTemplate,
  'id' | 'name' | 'description' | 'tags' | 'catalog_tags'
> & { tests: SnapshotTest[] };

/**
 * How many tests a mission copies of these scenario templates, a repeated one each time, and about how many bytes that takes.
 * Refuses `invalid` at `path.N` an unknown or deleted one.
 */
export async function weighSources(
  trx: Trx,
  scenarioTemplateIds: readonly string[],
  path: string,
): Promise<{ tests: number; bytes: number }> {
  const weights = await weighScenarioTemplates(trx, dropRepeated(scenarioTemplateIds));
  refuseUnknownScenarios(scenarioTemplateIds, weights, path);
  const sum = { tests: 0, bytes: 0 };
  for (const id of scenarioTemplateIds) {
    const { tests, bytes } = weights.get(id)!;
    sum.tests += tests;
    sum.bytes += bytes;
  }
  return sum;
}

function refuseUnknownScenarios(
  ids: readonly string[],
  known: ReadonlyMap<string, unknown>,
  path: string,
): void {
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`${path}.${unknown}`, `no scenario template has the id ${ids[unknown]}`);
}

/**
 * What a mission copies of these scenario templates, in the order given, a repeated one each time; the number of queries
 * does not depend on how many there are. Refuses `invalid` at `path.N` an unknown or deleted one.
 */
export async function readSnapshotSources(
  trx: Trx,
  scenarioTemplateIds: readonly string[],
  path: string,
): Promise<SnapshotSource[]> {
  const ids = dropRepeated(scenarioTemplateIds);
  const scenarios = new Map((await findScenarioTemplates(trx, ids)).map((item) => [item.id, item]));
  refuseUnknownScenarios(scenarioTemplateIds, scenarios, path);
  if (ids.length === 0) return [];
  const tests = new Map((await findTestTemplatesOf(trx, ids)).map((item) => [item.id, item]));
  const named = await loadTagNames(trx, [...scenarios.values(), ...tests.values()]);
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

/** Deletes every template for good; what missions have copied stays theirs. */
export async function emptyTemplates(trx: Trx): Promise<void> {
  await deleteAllScenarioTemplates(trx);
  await deleteAllTestTemplates(trx);
}
