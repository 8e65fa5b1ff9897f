import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TlptList } from '../../../domain/tlpt.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import type { Tlpt, TlptPatch } from '../../../server/missions/tlpt/contract.ts';
import { get, patch, send } from '../connection/http.ts';
import { ApiError } from '../connection/problem.ts';
import { missionKey, renewMission } from './missions.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/tlpt`;
const tlptKey = (missionId: string) => ['tlpt', missionId] as const;

/** Changes by others arrive through the stream, or by polling without one. */
const readAgainEveryMs = 30_000;

/** A mission as a threat-led penetration test. */
export const missionTlpt = (missionId: string) =>
  queryOptions({
    queryKey: tlptKey(missionId),
    queryFn: ({ signal }) => get<Tlpt>(toUrl(missionId), undefined, signal),
    refetchInterval: readAgainEveryMs,
  });

/** Reads the record again, and the mission too if it has just become a TLPT or stopped being one. */
export function followTlpt(queryClient: QueryClient, missionId: string, changedAt: string | null): void {
  void queryClient.invalidateQueries({ queryKey: tlptKey(missionId) });
  const known = queryClient.getQueryData<Mission>(missionKey(missionId));
  if (known !== undefined && known.tlpt !== (changedAt !== null)) renewMission(queryClient, missionId);
}

async function show(queryClient: QueryClient, missionId: string, written: Tlpt): Promise<Tlpt> {
  const queryKey = tlptKey(missionId);
  // A pending answer may be older than this one.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Tlpt>(queryKey, written);
  const known = queryClient.getQueryData<Mission>(missionKey(missionId));
  if (known?.tlpt !== (written.updated_at !== null)) renewMission(queryClient, missionId);
  return written;
}

/** Changes the given fields. */
export const changeTlpt = async (
  queryClient: QueryClient,
  missionId: string,
  change: TlptPatch,
): Promise<Tlpt> => show(queryClient, missionId, await patch<Tlpt>(toUrl(missionId), change));

const mostTries = 3;

/** Changes a list based on its current state, including concurrent changes by others. */
export async function changeList<List extends TlptList>(
  queryClient: QueryClient,
  missionId: string,
  list: List,
  change: (items: Tlpt[List]) => Partial<Tlpt[List][number]>[],
): Promise<Tlpt> {
  for (let tries = 1; ; tries += 1) {
    const { data, etag } = await send<Tlpt>('GET', toUrl(missionId));
    const body = { [list]: change(data[list]) };
    const headers = etag === null ? {} : { 'if-match': etag };
    try {
      return await show(queryClient, missionId, await patch<Tlpt>(toUrl(missionId), body, headers));
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale';
      if (!isStale || tries === mostTries) throw error;
    }
  }
}
