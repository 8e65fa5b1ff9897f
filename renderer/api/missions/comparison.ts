import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Comparison } from '../../../server/missions/figures/contract.ts';
import { get, getBytes } from '../connection/http.ts';

/** A mission and the earlier one with which it is compared. */
export type ComparedMissions = { now: string; before: string };

const pathOf = ({ now, before }: ComparedMissions) => `/api/v1/missions/${now}/comparison/${before}`;

const comparisonsKey = ['missions', 'comparison'] as const;

export const comparison = (missions: ComparedMissions) =>
  queryOptions({
    queryKey: [...comparisonsKey, missions],
    queryFn: ({ signal }) => get<Comparison>(pathOf(missions), undefined, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** Call after a change of one of two compared missions. */
export function renewComparisons(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({
    queryKey: comparisonsKey,
    predicate: ({ queryKey }) => {
      const { now, before } = queryKey[comparisonsKey.length] as ComparedMissions;
      return now === missionId || before === missionId;
    },
  });
}

/** A comparison as a file: its tests as CSV, or its techniques as a Navigator layer. */
export const comparisonFile = (missions: ComparedMissions, format: 'csv' | 'layer'): Promise<Blob> =>
  getBytes(`${pathOf(missions)}/${format}`);
