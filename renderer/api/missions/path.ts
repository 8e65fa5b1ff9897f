import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AttackPath, Followed } from '../../../server/missions/attack-path/contract.ts';
import type { Mission, MissionTest } from '../../../server/missions/contract.ts';
import { get, put } from '../connection/http.ts';
import { takeOverTest } from './mission-tests.ts';
import { renewMission } from './missions.ts';
import { versionOf } from './patch-tests.ts';

const pathKey = (missionId: string) => ['missions', 'path', missionId] as const;

/** Which test of a mission follows which, read again after each change of the mission. */
export const missionPath = (mission: Mission) =>
  queryOptions({
    queryKey: [...pathKey(mission.id), versionOf(mission)],
    queryFn: ({ signal }) => get<AttackPath>(`/api/v1/missions/${mission.id}/path`, undefined, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** Sets the tests that a test follows. Reads the path again when refused, because others may have changed it. */
export async function changeFollows(
  queryClient: QueryClient,
  missionId: string,
  testId: string,
  follows: readonly Followed[],
): Promise<void> {
  const url = `/api/v1/missions/${missionId}/tests/${testId}/follows`;
  try {
    await takeOverTest(queryClient, await put<MissionTest>(url, { follows }));
  } finally {
    renewMission(queryClient, missionId);
    await queryClient.invalidateQueries({ queryKey: pathKey(missionId) });
  }
}
