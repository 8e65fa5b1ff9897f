import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { NamedTag, Tag } from '../../../server/catalogue/contract.ts';
import type {
  NewTestTemplate,
  ScenarioTemplate,
  ScenarioTemplatePatch,
  TestTemplate,
  TestTemplatePatch,
} from '../../../server/templates/contract.ts';
import { get, type Paged, patch, post, put, remove } from '../connection/http.ts';

export type ScenarioTemplatePage = Paged<ScenarioTemplate>;

export type TestTemplateFilter = {
  sort?: 'name' | 'opsec' | 'updated_at' | 'match';
  order?: 'asc' | 'desc';
  q?: string;
  tactic?: string;
  technique?: string;
  subtechnique?: string;
  opsec?: string;
  tag?: string;
  limit?: number;
  offset?: number;
};
export type ScenarioTemplateFilter = {
  sort?: 'name' | 'updated_at' | 'match';
  order?: 'asc' | 'desc';
  q?: string;
  tag?: string;
  limit?: number;
  offset?: number;
};

const testBase = '/api/v1/test-templates';
const scenarioBase = '/api/v1/scenario-templates';

const testTemplatesKey = ['test-templates'] as const;
const scenarioTemplatesKey = ['scenario-templates'] as const;

export const testTemplateList = (filter: TestTemplateFilter = {}) =>
  queryOptions({
    queryKey: [...testTemplatesKey, 'list', filter],
    queryFn: ({ signal }) => get<Paged<TestTemplate>>(testBase, filter, signal),
    placeholderData: keepPreviousData,
  });

/** The list of test templates, page by page. */
export const testTemplatePages = (filter: TestTemplateFilter, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...testTemplatesKey, 'list', filter, limit, 'pages'],
    queryFn: ({ signal, pageParam: offset }) =>
      get<Paged<TestTemplate>>(testBase, { ...filter, limit, offset }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _all, offset) => (offset + limit < last.total ? offset + limit : null),
    placeholderData: keepPreviousData,
  });

export const testTemplate = (templateId: string) =>
  queryOptions({
    queryKey: [...testTemplatesKey, 'one', templateId],
    queryFn: ({ signal }) => get<TestTemplate>(`${testBase}/${templateId}`, undefined, signal),
  });

export async function createTestTemplate(
  queryClient: QueryClient,
  input: NewTestTemplate,
): Promise<TestTemplate> {
  const made = await post<TestTemplate>(testBase, input);
  void queryClient.invalidateQueries({ queryKey: testTemplatesKey });
  return made;
}

/** Scenarios show the names of their tests. */
export async function changeTestTemplate(
  queryClient: QueryClient,
  templateId: string,
  change: TestTemplatePatch,
): Promise<void> {
  const saved = await patch<TestTemplate>(`${testBase}/${templateId}`, change);
  queryClient.setQueryData(testTemplate(templateId).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: [...testTemplatesKey, 'list'] });
  void queryClient.invalidateQueries({ queryKey: scenarioTemplatesKey });
}

/** Tags of a template: free words and entries of the catalogue. */
export type Labels = { tags: string[]; catalog_tags: Tag[] };

/** Adds tags to a template and removes some, in its current state; returns the actual changes. */
export async function labelTestTemplate(
  queryClient: QueryClient,
  templateId: string,
  { add, remove }: { add: Labels; remove: Labels },
): Promise<{ added: Labels; removed: Labels }> {
  const now = await get<TestTemplate>(`${testBase}/${templateId}`);
  const added = {
    tags: add.tags.filter((tag) => !now.tags.includes(tag)),
    catalog_tags: add.catalog_tags.filter((tag) => !now.catalog_tags.some(isSameTag(tag))),
  };
  const removed = {
    tags: remove.tags.filter((tag) => now.tags.includes(tag)),
    catalog_tags: remove.catalog_tags.filter((tag) => now.catalog_tags.some(isSameTag(tag))),
  };
  const change: TestTemplatePatch = {};
  if (added.tags.length + removed.tags.length > 0) {
    change.tags = [...now.tags.filter((tag) => !removed.tags.includes(tag)), ...added.tags];
  }
  if (added.catalog_tags.length + removed.catalog_tags.length > 0) {
    const kept = toTags(now.catalog_tags).filter((tag) => !removed.catalog_tags.some(isSameTag(tag)));
    change.catalog_tags = [...kept, ...added.catalog_tags];
  }
  if (Object.keys(change).length > 0) await changeTestTemplate(queryClient, templateId, change);
  return { added, removed };
}

const isSameTag = (tag: Tag) => (other: Tag) =>
  other.kind === tag.kind && other.external_id === tag.external_id;

/** `leave` leaves its page, which would otherwise request it again. */
export async function deleteTestTemplate(
  queryClient: QueryClient,
  templateId: string,
  leave: () => Promise<void>,
): Promise<void> {
  await dropTestTemplate(templateId);
  await leave();
  renewTestTemplates(queryClient);
}

/** Deletes one of many: call `renewTestTemplates` once all are deleted. */
export const dropTestTemplate = (templateId: string): Promise<void> => remove(`${testBase}/${templateId}`);

/** Scenarios lose deleted tests. */
export function renewTestTemplates(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: testTemplatesKey });
  void queryClient.invalidateQueries({ queryKey: scenarioTemplatesKey });
}

export const scenarioTemplateList = (filter: ScenarioTemplateFilter = {}) =>
  queryOptions({
    queryKey: [...scenarioTemplatesKey, 'list', filter],
    queryFn: ({ signal }) => get<ScenarioTemplatePage>(scenarioBase, filter, signal),
    placeholderData: keepPreviousData,
  });

export const scenarioTemplate = (templateId: string) =>
  queryOptions({
    queryKey: [...scenarioTemplatesKey, 'one', templateId],
    queryFn: ({ signal }) => get<ScenarioTemplate>(`${scenarioBase}/${templateId}`, undefined, signal),
  });

export type ScenarioTemplateInput = {
  name: string;
  description: string | null;
  tags: string[];
  catalog_tags: Tag[];
  test_template_ids: string[];
  follows?: ScenarioTemplate['follows'];
};

export async function createScenarioTemplate(
  queryClient: QueryClient,
  input: ScenarioTemplateInput,
): Promise<ScenarioTemplate> {
  const made = await post<ScenarioTemplate>(scenarioBase, input);
  void queryClient.invalidateQueries({ queryKey: scenarioTemplatesKey });
  return made;
}

function takeOverScenario(queryClient: QueryClient, saved: ScenarioTemplate): void {
  queryClient.setQueryData(scenarioTemplate(saved.id).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: [...scenarioTemplatesKey, 'list'] });
}

export const changeScenarioTemplate = async (
  queryClient: QueryClient,
  templateId: string,
  change: ScenarioTemplatePatch,
): Promise<void> => takeOverScenario(queryClient, await patch(`${scenarioBase}/${templateId}`, change));

/** Replaces the whole order in one step. */
export const orderScenarioTemplate = async (
  queryClient: QueryClient,
  templateId: string,
  test_template_ids: string[],
): Promise<void> =>
  takeOverScenario(queryClient, await put(`${scenarioBase}/${templateId}/tests`, { test_template_ids }));

/** Appends tests to a scenario in its current state. */
export async function appendToScenario(
  queryClient: QueryClient,
  templateId: string,
  testTemplateIds: readonly string[],
): Promise<void> {
  const order = await readOrder(templateId);
  await orderScenarioTemplate(queryClient, templateId, [...order, ...testTemplateIds]);
}

/** Removes tests from a scenario in its current state; of repeated ones the last. */
export async function takeFromScenario(
  queryClient: QueryClient,
  templateId: string,
  testTemplateIds: readonly string[],
): Promise<void> {
  const order = await readOrder(templateId);
  for (const id of testTemplateIds) {
    const last = order.lastIndexOf(id);
    if (last !== -1) order.splice(last, 1);
  }
  await orderScenarioTemplate(queryClient, templateId, order);
}

async function readOrder(templateId: string): Promise<string[]> {
  const { tests } = await get<ScenarioTemplate>(`${scenarioBase}/${templateId}`);
  return tests.map(({ test_template }) => test_template.id);
}

/** `leave` leaves its page, which would otherwise request it again. */
export async function deleteScenarioTemplate(
  queryClient: QueryClient,
  templateId: string,
  leave: () => Promise<void>,
): Promise<void> {
  await remove(`${scenarioBase}/${templateId}`);
  await leave();
  void queryClient.invalidateQueries({ queryKey: scenarioTemplatesKey });
}

/** A tag in a request: without its name. */
export const toTags = (tags: readonly NamedTag[]): Tag[] =>
  tags.map(({ kind, external_id }) => ({ kind, external_id }));
