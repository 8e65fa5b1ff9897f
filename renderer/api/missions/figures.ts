import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import type {
  FigureTests,
  HeadlineTests,
  HeadlineTestsQuery,
  MissionFigures,
  MissionFiguresQuery,
  OrganisationFigures,
} from '../../../server/missions/figures/contract.ts';
import type { EngagementFigures, FigureSimulations } from '../../../server/simulations/figures/contract.ts';
import { get } from '../connection/http.ts';
import { versionOf } from './patch-tests.ts';

/** The figures of a mission, or of a selection of its tests, read again after each change of a test or of the outline. */
export const missionFigures = (
  mission: Pick<Mission, 'id' | 'scenarios' | 'outline_changed_at'>,
  chosen: MissionFiguresQuery = {},
) =>
  queryOptions({
    queryKey: ['missions', 'figures', mission.id, versionOf(mission), chosen],
    queryFn: ({ signal }) => get<MissionFigures>(`/api/v1/missions/${mission.id}/figures`, chosen, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** Call when the other mission of a comparison has changed. */
export function renewFigures(queryClient: QueryClient, missionId: string): void {
  for (const figures of ['figures', 'figure-tests'])
    void queryClient.invalidateQueries({ queryKey: ['missions', figures, missionId] });
}

/** The tests counted in a figure of a mission; empty for an unknown figure. */
export const figureTests = (mission: Mission, of: string, part: Record<string, string>) =>
  queryOptions({
    queryKey: ['missions', 'figure-tests', mission.id, versionOf(mission), of, part],
    queryFn: ({ signal }) =>
      get<FigureTests>(`/api/v1/missions/${mission.id}/figures/tests`, { of, ...part }, signal),
    select: ({ test_ids }) => new Set(test_ids),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** The figures of the simulations of an engagement, read again after each change. */
export const engagementFigures = (engagementId: string, changedAt: string) =>
  queryOptions({
    queryKey: ['engagement-figures', engagementId, changedAt],
    queryFn: ({ signal }) =>
      get<EngagementFigures>(`/api/engagements/${engagementId}/figures`, undefined, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** The simulations counted in a figure of an engagement; empty for an unknown figure. */
export const figureSimulations = (
  engagementId: string,
  changedAt: string,
  query: { of: string; tool?: string },
) =>
  queryOptions({
    queryKey: ['engagement-figures', engagementId, changedAt, query],
    queryFn: ({ signal }) =>
      get<FigureSimulations>(`/api/engagements/${engagementId}/figures/simulations`, query, signal),
    select: ({ simulation_ids }) => new Set(simulation_ids),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** The figures of the missions of an organisation, in order of time. */
export const organisationFigures = (organisationId: string) =>
  queryOptions({
    queryKey: ['organisation-figures', organisationId],
    queryFn: ({ signal }) =>
      get<OrganisationFigures>(`/api/v1/organisations/${organisationId}/figures`, undefined, signal),
  });

/** The tests counted in a figure over several missions. */
export const headlineTests = (query: HeadlineTestsQuery) =>
  queryOptions({
    queryKey: ['headline-tests', query],
    queryFn: ({ signal }) => get<HeadlineTests>('/api/v1/headline/tests', query, signal),
    gcTime: 60_000,
  });
