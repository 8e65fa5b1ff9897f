import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { RunReason } from '../../../domain/runs.ts';
import type { Mission, MissionTest } from '../../../server/missions/contract.ts';
import type { NewRetest } from '../../../server/missions/retests/contract.ts';
import type { ClosedRun, RunComparison } from '../../../server/missions/runs/contract.ts';
import { get, type Paged, post, remove } from '../connection/http.ts';
import { readTestAnew, renewTest, showTest, takeOverTest } from './mission-tests.ts';
import { missionKey, takeOverMission } from './missions.ts';
import { versionOf } from './patch-tests.ts';

const toMissionUrl = (missionId: string) => `/api/v1/missions/${missionId}`;
const toUrl = ({ mission_id, id }: Pick<MissionTest, 'mission_id' | 'id'>) =>
  `${toMissionUrl(mission_id)}/tests/${id}/runs`;

/** The newest closed runs of a test, which don't change until the current run is undone. */
export const closedRuns = (test: MissionTest, limit: number) =>
  queryOptions({
    queryKey: ['mission-test-runs', test.id, test.run.started_at, limit],
    queryFn: ({ signal }) => get<Paged<ClosedRun>>(toUrl(test), { limit }, signal),
    enabled: test.closed_runs > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Runs may contain long texts.
    gcTime: 60_000,
  });

/** Reads the test again when refused, because someone else may have changed it. */
export async function startRun(
  queryClient: QueryClient,
  test: MissionTest,
  reason: RunReason,
): Promise<void> {
  try {
    await takeOverTest(queryClient, await post(toUrl(test), { reason }));
  } catch (error) {
    renewTest(queryClient, test.id);
    throw error;
  }
}

export async function takeBackRun(
  queryClient: QueryClient,
  test: Pick<MissionTest, 'id' | 'mission_id'>,
): Promise<void> {
  try {
    await remove(`${toUrl(test)}/latest`);
  } finally {
    await readTestAnew(queryClient, test.mission_id, test.id)
      .then((read) => showTest(queryClient, read))
      .catch(() => undefined);
  }
}

/** Retests these tests, or none of them. */
export async function startRuns(
  queryClient: QueryClient,
  missionId: string,
  test_ids: readonly string[],
  reason: RunReason,
): Promise<void> {
  try {
    takeOverMission(queryClient, await post(`${toMissionUrl(missionId)}/runs`, { reason, test_ids }));
    for (const id of test_ids) renewTest(queryClient, id);
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
    throw error;
  }
}

/** Outcomes of a mission's retested tests; null requests nothing. */
export const runComparison = (mission: Mission | null) => {
  const isRetested =
    mission?.scenarios.some(({ tests }) => tests.some(({ run_number }) => run_number > 1)) ?? false;
  return queryOptions({
    queryKey: ['missions', 'run-comparison', mission?.id, mission && versionOf(mission)],
    queryFn: ({ signal }) => get<RunComparison>(`${toMissionUrl(mission?.id ?? '')}/runs`, undefined, signal),
    enabled: isRetested,
    // After the last run is undone, there is nothing to compare.
    placeholderData: (before) => (isRetested ? before : undefined),
    gcTime: 60_000,
  });
};

export const retestMission = async (
  queryClient: QueryClient,
  missionId: string,
  input: NewRetest,
): Promise<Mission> => takeOverMission(queryClient, await post(`${toMissionUrl(missionId)}/retest`, input));
