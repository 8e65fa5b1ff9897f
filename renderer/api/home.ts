import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MissionStatus } from '../../domain/missions.ts';
import type { CoverageSummary, MissionOutcomes, Overview } from '../../server/missions/overview/contract.ts';
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

/** What the tests of these missions have come to, by the missions' ids. */
export const missionOutcomes = (missions: readonly { id: string }[]) => {
  const ids = missions.map(({ id }) => id).join(',');
  return queryOptions({
    queryKey: ['outcomes', ids],
    queryFn: async ({ signal }) => {
      const outcomes = await get<MissionOutcomes[]>('/api/v1/outcomes', { missions: ids }, signal);
      return new Map(outcomes.map((each) => [each.mission_id, each]));
    },
    enabled: ids !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};
