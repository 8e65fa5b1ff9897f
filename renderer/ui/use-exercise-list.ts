import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { largestPage } from '../../domain/limits.ts';
import type { Paged } from '../api/http.ts';
import { useFilters } from './use-filters.ts';

type Filter<Status> = { q?: string; client?: string; status?: Status; limit: number; offset?: number };

/** What a list of missions or engagements shows, and what the person does with it; all of it stands in the address. */
export type ExerciseListState<Item, Status> = {
  found: Paged<Item> | undefined;
  error: Error | null;
  isStale: boolean;
  retry: () => void;
  filter: { q: string; client: string | null; status: Status | null };
  isFiltered: boolean;
  clients: string[];
  page: number;
  pageSize: number;
  setFilter: (change: { q?: string | null; client?: string | null; status?: string | null }) => void;
  toPage: (page: number) => void;
  clear: () => void;
};

const pageSize = 50;

export function useExerciseList<Item extends { client: string | null }, Status extends string>(
  statuses: readonly Status[],
  // biome-ignore lint/suspicious/noExplicitAny: a query's key is its resource's own business
  list: (filter: Filter<Status>) => UseQueryOptions<Paged<Item>, Error, Paged<Item>, any>,
): ExerciseListState<Item, Status> {
  const filters = useFilters(['q', 'client', 'status']);
  const { q, client } = filters.values;
  const status = statuses.find((known) => known === filters.values.status);
  const filter: Filter<Status> = { limit: pageSize, offset: (filters.page - 1) * pageSize };
  if (q) filter.q = q.slice(0, 200);
  if (client) filter.client = client;
  if (status) filter.status = status;
  const found = useQuery(list(filter));
  const known = useQuery(list({ limit: largestPage }));
  const clients = useMemo(() => {
    const names = (known.data?.items ?? []).flatMap((item) => (item.client ? [item.client] : []));
    return [...new Set(client ? [...names, client] : names)].sort((a, b) => a.localeCompare(b));
  }, [known.data, client]);
  return {
    found: found.data,
    error: found.error,
    isStale: found.isPlaceholderData,
    retry: () => void found.refetch(),
    filter: { q, client: client || null, status: status ?? null },
    isFiltered: filters.active,
    clients,
    page: filters.page,
    pageSize,
    setFilter: filters.set,
    toPage: filters.toPage,
    clear: filters.clear,
  };
}
