import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { QueueStep, RuleFormat, RuleState } from '../../../domain/detection-rules.ts';
import type {
  QueueItem,
  Rule,
  RuleCover,
  RuleQuery,
  WholeRule,
} from '../../../server/missions/detection-rules/contract.ts';
import { get, getBytes, type Paged } from '../connection/http.ts';

const base = '/api/v1/rules';
const key = ['rules'] as const;

export type RuleFilter = {
  q?: string;
  state?: RuleState;
  sort?: NonNullable<RuleQuery['sort']>;
  order?: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** Rules of the library and of visible missions, with their state. */
export const ruleList = (filter: RuleFilter) =>
  queryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: ({ signal }) => get<Paged<Rule>>(base, filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const rule = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => get<WholeRule>(`${base}/${id}`, undefined, signal),
    staleTime: 0,
  });

export type QueueFilter = { mission?: string; step?: QueueStep; limit: number; offset: number };
export type Queue = Paged<QueueItem> & { steps: Record<QueueStep, number> };

/** The queue “Red until it fires”. */
export const ruleQueue = (filter: QueueFilter) =>
  queryOptions({
    queryKey: [...key, 'queue', filter],
    queryFn: ({ signal }) => get<Queue>(`${base}/queue`, filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The test templates that try these rules. */
export const ruleCover = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...key, 'cover', ids],
    queryFn: ({ signal }) => get<RuleCover>(`${base}/cover`, { rules: ids.join(',') }, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const templateRules = (templateId: string) =>
  queryOptions({
    queryKey: [...key, 'template', templateId],
    queryFn: ({ signal }) =>
      get<{ items: (Rule & { by: 'simulation' | 'history' })[] }>(
        `/api/v1/test-templates/${templateId}/rules`,
        undefined,
        signal,
      ),
    staleTime: 30_000,
  });

export const ruleFile = (format: RuleFormat): Promise<Blob> => getBytes(`${base}/${format}`);

/** Call after a write that may change what became of rules. */
export function renewRules(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: key });
}
