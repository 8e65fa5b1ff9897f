import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { NamedTag, Tag } from '../../server/catalogue/contract.ts';
import type {
  NewTestTemplate,
  ScenarioTemplate,
  ScenarioTemplatePatch,
  TestTemplate,
  TestTemplatePatch,
} from '../../server/templates/contract.ts';
import { get, type Paged, patch, post, put, remove } from './http.ts';

export type ScenarioTemplatePage = Paged<ScenarioTemplate>;

export type TestTemplateFilter = {
  q?: string;
  tactic?: string;
  technique?: string;
  subtechnique?: string;
  opsec?: string;
  tag?: string;
  limit?: number;
  offset?: number;
};
export type ScenarioTemplateFilter = { q?: string; tag?: string; limit?: number; offset?: number };

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

/** The list of test templates, page after page. */
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

/** `leave` leads away from its page, which would ask for it again. */
export async function deleteTestTemplate(
  queryClient: QueryClient,
  templateId: string,
  leave: () => Promise<void>,
): Promise<void> {
  await remove(`${testBase}/${templateId}`);
  await leave();
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

/** `leave` leads away from its page, which would ask for it again. */
export async function deleteScenarioTemplate(
  queryClient: QueryClient,
  templateId: string,
  leave: () => Promise<void>,
): Promise<void> {
  await remove(`${scenarioBase}/${templateId}`);
  await leave();
  void queryClient.invalidateQueries({ queryKey: scenarioTemplatesKey });
}

/** A tag as it is written: without its name. */
export const toTags = (tags: readonly NamedTag[]): Tag[] =>
  tags.map(({ kind, external_id }) => ({ kind, external_id }));
