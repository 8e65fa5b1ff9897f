import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { NamedTag, Tag } from '../../server/catalogue/contract.ts';
import type {
  NewTestTemplate,
  ScenarioTemplate,
  ScenarioTemplatePatch,
  TestTemplate,
  TestTemplatePatch,
} from '../../server/templates/contract.ts';
import { get, type Paged, patch, post, put, remove } from './http.ts';

export type TestTemplatePage = Paged<TestTemplate>;
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

export const testTemplatesKey = ['test-templates'] as const;
export const scenarioTemplatesKey = ['scenario-templates'] as const;

export const testTemplateList = (filter: TestTemplateFilter = {}) =>
  queryOptions({
    queryKey: [...testTemplatesKey, 'list', filter],
    queryFn: ({ signal }) => get<TestTemplatePage>(testBase, filter, signal),
    placeholderData: keepPreviousData,
  });

export const testTemplate = (templateId: string) =>
  queryOptions({
    queryKey: [...testTemplatesKey, 'one', templateId],
    queryFn: ({ signal }) => get<TestTemplate>(`${testBase}/${templateId}`, undefined, signal),
  });

export const createTestTemplate = (input: NewTestTemplate): Promise<TestTemplate> => post(testBase, input);
export const changeTestTemplate = (templateId: string, change: TestTemplatePatch): Promise<TestTemplate> =>
  patch(`${testBase}/${templateId}`, change);
export const deleteTestTemplate = (templateId: string): Promise<void> => remove(`${testBase}/${templateId}`);

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

export const createScenarioTemplate = (input: ScenarioTemplateInput): Promise<ScenarioTemplate> =>
  post(scenarioBase, input);
export const changeScenarioTemplate = (
  templateId: string,
  change: ScenarioTemplatePatch,
): Promise<ScenarioTemplate> => patch(`${scenarioBase}/${templateId}`, change);
/** Replaces the whole order in one step. */
export const orderScenarioTemplate = (
  templateId: string,
  testTemplateIds: string[],
): Promise<ScenarioTemplate> =>
  put(`${scenarioBase}/${templateId}/tests`, { test_template_ids: testTemplateIds });
export const deleteScenarioTemplate = (templateId: string): Promise<void> =>
  remove(`${scenarioBase}/${templateId}`);

/** A tag as it is written: without its name. */
export const writtenTags = (tags: readonly NamedTag[]): Tag[] =>
  tags.map(({ kind, external_id }) => ({ kind, external_id }));
