import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Entry, WholeEntry } from '../../server/history/contract.ts';
import { get, getBytes, type Paged, post } from './connection/http.ts';

/** Source of a history: a mission, a finding, an engagement, or everything. */
export type HistorySource = { list: string; entries: string };

const sourceOf = (path: string): HistorySource => ({ list: path, entries: path });
export const missionHistory = (missionId: string) => sourceOf(`/api/v1/missions/${missionId}/history`);
export const findingHistory = (missionId: string, findingId: string) =>
  sourceOf(`/api/v1/missions/${missionId}/findings/${findingId}/history`);
export const engagementHistory = (engagementId: string) =>
  sourceOf(`/api/engagements/${engagementId}/history`);
const auditPath = '/api/v1/audit';
export const audit: HistorySource = { list: auditPath, entries: `${auditPath}/entries` };

export type HistoryFilter = Readonly<Record<string, string | undefined>>;

const historyKey = ['history'] as const;
const pageSize = 50;
const pollEveryMs = 15_000;
/** A longer list is not polled. */
const mostPolled = 4;
const countPages = (found: InfiniteData<unknown> | undefined) => found?.pages.length ?? 0;

/** A history, newest first, as far as loaded. */
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
    refetchInterval: ({ state }) => (countPages(state.data) > mostPolled ? false : pollEveryMs),
  });

/** An entry with the full texts of its changes. */
export const wholeEntry = ({ entries }: HistorySource, seq: number) =>
  queryOptions({
    queryKey: [...historyKey, 'entry', entries, seq],
    queryFn: ({ signal }) => get<WholeEntry>(`${entries}/${seq}`, undefined, signal),
    // Entries never change unless they are erased.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** The latest write of a field among the record's latest entries; null when none of them wrote it. */
export const lastWriteOf = ({ list }: HistorySource, filter: HistoryFilter, field: string) =>
  queryOptions({
    queryKey: [...historyKey, 'last', list, filter, field],
    queryFn: async ({ signal }) => {
      const { items } = await get<Paged<Entry>>(list, { ...filter, limit: pageSize }, signal);
      return items.find(({ changes }) => changes !== null && field in changes) ?? null;
    },
    staleTime: 0,
    gcTime: 60_000,
  });

/** Call after a write that the history records. */
export function renewHistory(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: historyKey });
}

/** Reads the open histories of a mission again after a change by someone else. Long ones wait until they are opened anew. */
export function renewMissionHistory(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({
    queryKey: [...historyKey, 'pages'],
    predicate: ({ queryKey: [, , list], state }) =>
      String(list).startsWith(`/api/v1/missions/${missionId}/`) &&
      countPages(state.data as InfiniteData<unknown> | undefined) <= mostPolled,
  });
}

export const auditHead = queryOptions({
  queryKey: [...historyKey, 'head'],
  queryFn: ({ signal }) =>
    get<{ seq: number; hash: string; anchor: string }>(`${auditPath}/head`, undefined, signal),
  staleTime: 0,
});

export const readWholeHistory = (): Promise<Blob> => getBytes(`${auditPath}/export`);

export async function eraseEntry(
  queryClient: QueryClient,
  erasure: { seq: number; reason: string },
): Promise<void> {
  await post(`${auditPath}/erasures`, erasure);
  renewHistory(queryClient);
}
