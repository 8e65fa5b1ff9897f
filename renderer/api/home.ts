import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MissionStatus } from '../../domain/missions.ts';
import type { Side } from '../../domain/sides.ts';
import type { FirstSteps, Stream, WaitingItem } from '../../server/home/contract.ts';
import type { Mission } from '../../server/missions/contract.ts';
import type { HeadlineFigures } from '../../server/missions/figures/contract.ts';
import type { CoverageSummary, MissionOutcomes } from '../../server/missions/overview/contract.ts';
import type { LoadedStarter } from '../../server/templates/starter/contract.ts';
import { get, type Paged, post } from './connection/http.ts';
import { findLastChange } from './missions/patch-tests.ts';

const homeKey = ['home'] as const;

/** Home shows others' changes: it is read every 15 seconds while visible, and at once when it becomes visible again. */
export const followed = {
  staleTime: 0,
  refetchInterval: 15_000,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
} as const;

export type WaitingFilter = { scope: 'mine' | 'all'; side?: Side | undefined; limit: number };

/** The tests and simulations waiting for this person, longest wait first. */
export const waiting = (filter: WaitingFilter) =>
  queryOptions({
    queryKey: [...homeKey, 'waiting', filter],
    queryFn: ({ signal }) => get<Paged<WaitingItem>>('/api/v1/home/waiting', filter, signal),
    placeholderData: keepPreviousData,
    ...followed,
  });

/** Recent actions of others. */
export const stream = (limit: number) =>
  queryOptions({
    queryKey: [...homeKey, 'stream', limit],
    queryFn: ({ signal }) => get<Stream>('/api/v1/home/stream', { limit }, signal),
    placeholderData: keepPreviousData,
    ...followed,
  });

/** Waiting work of a side in a running mission, longest wait first, read again after each change of a test. */
export const missionQueue = (mission: Mission, side: Side, limit: number) =>
  queryOptions({
    queryKey: [...homeKey, 'queue', mission.id, findLastChange(mission), side, limit],
    queryFn: ({ signal }) =>
      get<Paged<WaitingItem>>(
        '/api/v1/home/waiting',
        { mission_id: mission.id, scope: 'all', side, limit },
        signal,
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    ...followed,
  });

/** The last actions of everyone in a mission, read again after each change of a test. */
export const missionStream = (mission: Mission) =>
  queryOptions({
    queryKey: [...homeKey, 'stream', mission.id, findLastChange(mission)],
    queryFn: ({ signal }) =>
      get<Stream>('/api/v1/home/stream', { mission_id: mission.id, limit: lastActions }, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    ...followed,
  });

const lastActions = 10;

/** First steps available to this person, including completed ones. */
export const firstSteps = queryOptions({
  queryKey: [...homeKey, 'first-steps'],
  queryFn: ({ signal }) => get<FirstSteps>('/api/v1/home/first-steps', undefined, signal),
  ...followed,
});

/** Call after an action that completes a first step. */
export const renewFirstSteps = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: firstSteps.queryKey });

export async function loadStarterLibrary(queryClient: QueryClient): Promise<LoadedStarter> {
  const loaded = await post<LoadedStarter>('/api/v1/starter-library');
  for (const queryKey of [['test-templates'], ['scenario-templates']]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  await renewFirstSteps(queryClient);
  return loaded;
}

/** The headline figures over one's own running missions. */
export const runningHeadline = queryOptions({
  queryKey: [...homeKey, 'headline'],
  queryFn: ({ signal }) => get<HeadlineFigures>('/api/v1/headline', { status: 'in_progress' }, signal),
  ...followed,
});

/** Coverage of a person's missions, or of those in one state. */
export const coverage = (filter: { status?: MissionStatus } = {}) =>
  queryOptions({
    queryKey: ['coverage', filter],
    queryFn: ({ signal }) => get<CoverageSummary>('/api/v1/coverage', filter, signal),
    staleTime: 0,
  });

/** Outcomes of the tests of these missions, by mission id. */
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
