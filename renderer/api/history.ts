import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Entry, WholeEntry } from '../../server/history/contract.ts';
import { get, type Paged } from './http.ts';

/** Where a history is read: that of a mission, of an engagement, or of everything. */
export type HistorySource = { list: string; entries: string };

const sourceOf = (path: string): HistorySource => ({ list: path, entries: path });
export const missionHistory = (missionId: string) => sourceOf(`/api/v1/missions/${missionId}/history`);
export type HistoryFilter = Readonly<Record<string, string | undefined>>;

const historyKey = ['history'] as const;
const pageSize = 50;
const pollEveryMs = 15_000;
/** More of a list than this is not asked for again by itself. */
const mostPolled = 4;

/** A history, newest first, as far as it was asked for. */
export const historyPages = ({ list }: HistorySource, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, 'pages', list, filter],
    queryFn: ({ pageParam, signal }) =>
      get<Paged<Entry>>(list, { ...filter, limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ offset, items, total }) =>
      offset + items.length < total && items.length > 0 ? offset + items.length : null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > mostPolled ? false : pollEveryMs),
  });

/** An entry with the whole texts that it changed. */
export const wholeEntry = ({ entries }: HistorySource, seq: number) =>
  queryOptions({
    queryKey: [...historyKey, 'entry', entries, seq],
    queryFn: ({ signal }) => get<WholeEntry>(`${entries}/${seq}`, undefined, signal),
    // What was written stays what it was, unless it is erased.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** Something was written, which the history tells. */
export function renewHistory(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: historyKey });
}
