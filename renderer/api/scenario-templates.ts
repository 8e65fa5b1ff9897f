import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ScenarioTemplate } from '../../server/templates/contract.ts';
import { get, type Paged } from './http.ts';

export const scenarioTemplateListKey = ['scenario-templates', 'list'] as const;

export const scenarioTemplateList = (
  filter: { q?: string; tag?: string; limit?: number; offset?: number } = {},
) =>
  queryOptions({
    queryKey: [...scenarioTemplateListKey, filter],
    queryFn: ({ signal }) => get<Paged<ScenarioTemplate>>('/api/v1/scenario-templates', filter, signal),
    placeholderData: keepPreviousData,
  });
