import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Activity, Mission } from '../../server/missions/contract.ts';
import { get } from './http.ts';
import { getKnownTest, renewTest } from './mission-tests.ts';
import { missionKey } from './missions.ts';
import { findLastChange, patchTests } from './patch-tests.ts';

export type Mark = { by: string; at: string };
type Followed = { nextSince: string; marks: Record<string, Mark> };

const activityKey = (missionId: string) => ['missions', 'activity', missionId] as const;

/**
 * What others changed in a mission since the last request: updates the cached mission, and marks the tests that others
 * changed for `me` until they are looked at.
 */
export const missionActivity = (queryClient: QueryClient, missionId: string, me: string) =>
  queryOptions({
    queryKey: activityKey(missionId),
    queryFn: async ({ signal }): Promise<Followed> => {
      const before = queryClient.getQueryData<Followed>(activityKey(missionId));
      const known = queryClient.getQueryData<Mission>(missionKey(missionId));
      const since = before?.nextSince ?? (known ? findLastChange(known) : '0000-01-01T00:00:00.000Z');
      const activity = await get<Activity>(`/api/v1/missions/${missionId}/activity`, { since }, signal);
      patchMission(queryClient, missionId, activity);
      // Read again: a mark may have been cleared while the answer was on its way.
      const marks = { ...queryClient.getQueryData<Followed>(activityKey(missionId))?.marks };
      for (const test of activity.tests) {
        if (test.last_actor?.id !== me) {
          marks[test.id] = { by: test.last_actor?.display_name ?? 'Someone', at: test.updated_at };
        }
        const open = getKnownTest(queryClient, test.id);
        if (open !== undefined && open.updated_at < test.updated_at) renewTest(queryClient, test.id);
      }
      return { nextSince: activity.next_since, marks };
    },
    staleTime: 0,
  });

function patchMission(queryClient: QueryClient, missionId: string, { tests }: Activity): void {
  const mission = queryClient.getQueryData<Mission>(missionKey(missionId));
  if (tests.length === 0 || mission === undefined) return;
  const patched = patchTests(mission, tests);
  queryClient.setQueryData(missionKey(missionId), patched.mission);
  if (patched.unknown) void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
}

/** Takes the marks off a test, or off all of them: they have been seen. */
export function clearMarks(queryClient: QueryClient, missionId: string, testId?: string): void {
  queryClient.setQueryData<Followed>(activityKey(missionId), (followed) => {
    if (followed === undefined) return followed;
    if (testId === undefined) return { ...followed, marks: {} };
    if (followed.marks[testId] === undefined) return followed;
    const { [testId]: _seen, ...marks } = followed.marks;
    return { ...followed, marks };
  });
}
