import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DetectionRule } from '../../../server/catalogue/detection-rules/contract.ts';
import { get, type Paged } from '../connection/http.ts';

type RuleFilter = { q?: string; technique?: string; limit: number };

/** Imported detection rules; for a technique, rules with exactly its tag come first. */
export const detectionRules = (filter: RuleFilter) =>
  queryOptions({
    queryKey: ['catalogue', 'detection-rules', filter],
    queryFn: ({ signal }) => get<Paged<DetectionRule>>('/api/v1/detection-rules', filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
