import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Paged } from '../../api/connection/http.ts';
import { useFilters } from '../filters/use-filters.ts';
import { useRememberedView } from '../filters/use-remembered-view.ts';
import { readAll } from './read-all.ts';
import type { ListOrder } from './sort-head.tsx';

type Filter<Status, Column> = {
  q?: string;
  organisation_id?: string;
  status?: Status;
  sort?: Column;
  order?: 'asc' | 'desc';
  limit: number;
  offset?: number;
};
const names = ['q', 'organisation', 'status', 'sort', 'order'] as const;

/** State of a list of missions or engagements, all of it in the address, and functions to change it. */
export type ExerciseListState<Item, Status> = {
  found: Paged<Item> | undefined;
  error: Error | null;
  isStale: boolean;
  retry: () => void;
  /** Reads all that match the filters. */
  readAll: () => Promise<Item[]>;
  filter: { q: string; organisation: string | null; status: Status | null };
  isFiltered: boolean;
  order: ListOrder;
  page: number;
  pageSize: number;
  setFilter: (change: { q?: string | null; organisation?: string | null; status?: string | null }) => void;
  toPage: (page: number) => void;
  clear: () => void;
};

const pageSize = 50;

export function useExerciseList<Item extends { id: string }, Status extends string, Column extends string>(
  statuses: readonly Status[],
  columns: readonly Column[],
  // biome-ignore lint/suspicious/noExplicitAny: a query's key is its resource's own business
  list: (filter: Filter<Status, Column>) => UseQueryOptions<Paged<Item>, Error, Paged<Item>, any>,
): ExerciseListState<Item, Status> {
  const queryClient = useQueryClient();
  useRememberedView(names);
  const filters = useFilters(names);
  const { q, organisation } = filters.values;
  const status = statuses.find((known) => known === filters.values.status);
  const sort = columns.find((known) => known === filters.values.sort);
  const isDescending = filters.values.order === 'desc';
  const filter: Filter<Status, Column> = { limit: pageSize, offset: (filters.page - 1) * pageSize };
  if (q) filter.q = q.slice(0, 200);
  if (organisation) filter.organisation_id = organisation;
  if (status) filter.status = status;
  if (sort) Object.assign(filter, { sort, order: isDescending ? 'desc' : 'asc' });
  const found = useQuery(list(filter));
  return {
    found: found.data,
    error: found.error,
    isStale: found.isPlaceholderData,
    retry: () => void found.refetch(),
    readAll: () => readAll((part) => queryClient.fetchQuery(list({ ...filter, ...part }))),
    filter: { q, organisation: organisation || null, status: status ?? null },
    isFiltered: filters.active,
    order: { sort: sort ?? '', isDescending, set: filters.set },
    page: filters.page,
    pageSize,
    setFilter: filters.set,
    toPage: filters.toPage,
    clear: filters.clear,
  };
}
