import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ClockChange, Clocks } from '../../../server/missions/clocks/contract.ts';
import { get, post } from '../connection/http.ts';
import { renewAlerts } from './alerts.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/clocks`;
const clocksKey = (missionId: string) => ['missions', 'clocks', missionId] as const;

/** The clocks of hosts, measured anew for each look, because accepted alerts change them. */
export const missionClocks = (missionId: string) =>
  queryOptions({
    queryKey: clocksKey(missionId),
    queryFn: ({ signal }) => get<Clocks>(toUrl(missionId), undefined, signal),
    staleTime: 0,
  });

export function renewClocks(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: clocksKey(missionId) });
}

/** Says by how much the clock of a host is ahead, or with null that it is right; the suggestions follow. */
export async function changeClock(
  queryClient: QueryClient,
  missionId: string,
  change: ClockChange,
): Promise<void> {
  queryClient.setQueryData<Clocks>(clocksKey(missionId), await post<Clocks>(toUrl(missionId), change));
  void renewAlerts(queryClient, missionId);
}
