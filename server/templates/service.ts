import { entryAndBelow } from '../catalogue/service.ts';
import type { Trx } from '../database/database.ts';
import { dropRepeated } from '../drop-repeated.ts';
import { invalid } from '../errors.ts';
import type { ScenarioTemplate, TestTemplate } from './contract.ts';
import {
  findScenarioTemplates,
  listScenarioTemplates,
  type StoredScenarioTemplate,
  weighScenarioTemplates,
} from './scenarios/store.ts';
import { loadTagNames } from './tags.ts';
import {
  findTestTemplates,
  findTestTemplatesOf,
  listTestTemplatesAfter,
  type StoredTestTemplate,
} from './test-templates/store.ts';

export type SnapshotTest = Omit<TestTemplate, 'source' | 'created_at' | 'updated_at'>;

export type SnapshotSource = Pick<
  ScenarioTemplate,
  'id' | 'name' | 'description' | 'tags' | 'catalog_tags' | 'follows'
> & { tests: SnapshotTest[] };

/**
 * Number of tests that a mission copies from these scenario templates, counting repeated ones each time, and their approximate
 * size in bytes. Refuses `invalid` at `path.N` an unknown or deleted one.
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
 * Copies these scenario templates for a mission, in the given order, repeated ones each time; the number of queries does not
 * depend on their number. Refuses `invalid` at `path.N` an unknown or deleted one.
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
        follows: scenario.follows,
        tests: scenario.tests.map(({ id }) => toSnapshotTest(tests.get(id)!, named)),
      },
    ]),
  );
  return scenarioTemplateIds.map((id) => sources.get(id)!);
}

/**
 * Copies these test templates for a mission, in the given order, repeated ones each time. Refuses `invalid` at `path.N` an
 * unknown or deleted one.
 */
export async function readTestSources(
  trx: Trx,
  testTemplateIds: readonly string[],
  path: string,
): Promise<SnapshotTest[]> {
  const sources = await findTestSources(trx, testTemplateIds);
  return testTemplateIds.map((id, index) => {
    const source = sources.get(id);
    if (source === undefined) throw invalid(`${path}.${index}`, `no test template has the id ${id}`);
    return source;
  });
}

/** Copies of these test templates, if they exist, by id. */
export async function findTestSources(trx: Trx, ids: readonly string[]): Promise<Map<string, SnapshotTest>> {
  const stored = await findTestTemplates(trx, dropRepeated(ids));
  const named = await loadTagNames(trx, stored);
  return new Map(stored.map((test) => [test.id, toSnapshotTest(test, named)]));
}

/** Templates to export: the named ones, those of a list with these filters, or all. */
export type LibraryFilter = {
  ids?: readonly string[] | undefined;
  q?: string | undefined;
  tag?: string | undefined;
  technique?: string | undefined;
};

/** Size of a page. */
const exportedAtOnce = 200;

export type StoredLibrary = {
  templates: AsyncIterable<StoredTestTemplate>;
  scenarios: AsyncIterable<StoredScenarioTemplate>;
};

/**
 * The test templates that pass the filter, oldest first, in pages, then the scenario templates whose tests are all among them.
 */
export function readLibrary(trx: Trx, filter: LibraryFilter): StoredLibrary {
  const known = new Set<string>();
  return { templates: readTemplates(trx, filter, known), scenarios: readScenariosOf(trx, known) };
}

async function* readTemplates(
  trx: Trx,
  { ids, q, tag, technique }: LibraryFilter,
  known: Set<string>,
): AsyncGenerator<StoredTestTemplate> {
  const taggedWith =
    technique === undefined ? [] : [await entryAndBelow(trx, findEntryKind(technique), technique)];
  const passing = ids === undefined ? { q, tag, taggedWith } : { ids: dropRepeated(ids), taggedWith: [] };
  for (let after = ''; ; ) {
    const page = await listTestTemplatesAfter(trx, after, exportedAtOnce, passing);
    for (const template of page) {
      known.add(template.id);
      yield template;
    }
    if (page.length < exportedAtOnce) return;
    after = page.at(-1)!.id;
  }
}

async function* readScenariosOf(
  trx: Trx,
  known: ReadonlySet<string>,
): AsyncGenerator<StoredScenarioTemplate> {
  for (let offset = 0; ; offset += exportedAtOnce) {
    const { rows } = await listScenarioTemplates(trx, { limit: exportedAtOnce, offset });
    const ids = rows.map(({ id }) => id);
    for (const scenario of await findScenarioTemplates(trx, ids)) {
      if (scenario.tests.length > 0 && scenario.tests.every(({ id }) => known.has(id))) yield scenario;
    }
    if (rows.length < exportedAtOnce) return;
  }
}

function findEntryKind(externalId: string): 'technique' | 'subtechnique' {
  return externalId.includes('.') ? 'subtechnique' : 'technique';
}

function toSnapshotTest(
  { catalog_ids, source: _source, created_at: _created, updated_at: _updated, ...test }: StoredTestTemplate,
  named: Awaited<ReturnType<typeof loadTagNames>>,
): SnapshotTest {
  return { ...test, catalog_tags: named(catalog_ids) };
}
