import { queryOptions } from '@tanstack/react-query';
import type { MissionStatus } from '../../domain/missions.ts';
import type { CoverageSummary, Overview } from '../../server/missions/overview/contract.ts';
import { get } from './http.ts';

/** What waits in all the missions in progress that one may see. Anything one has just done may have changed it. */
export const overview = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => get<Overview>('/api/v1/overview', undefined, signal),
  staleTime: 0,
});

/** What all the missions one may see cover, or those in one state. */
export const coverage = (filter: { status?: MissionStatus } = {}) =>
  queryOptions({
    queryKey: ['coverage', filter],
    queryFn: ({ signal }) => get<CoverageSummary>('/api/v1/coverage', filter, signal),
    staleTime: 0,
  });
