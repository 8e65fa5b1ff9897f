import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Mission, MissionTest } from '../../../server/missions/contract.ts';
import { missionTestKey, readActivity } from '../../api/mission-tests.ts';
import { missionKey } from '../../api/missions.ts';
import { useUser } from '../../api/session.ts';
import { lastChange, patchTests } from './patch-tests.ts';

const pollEveryMs = 15_000;

export type Mark = { by: string; at: string };
type Followed = { nextSince: string; marks: Record<string, Mark> };

const activityKey = (missionId: string) => ['missions', 'activity', missionId] as const;

/**
 * Follows what others do in a mission, only while the page is visible and at once when it becomes visible again. Returns
 * the tests others changed since one last looked at them.
 */
export function useActivity(missionId: string): {
  marks: Record<string, Mark>;
  clear: (testId?: string) => void;
} {
  const queryClient = useQueryClient();
  const me = useUser().id;
  const isLoaded = useQuery<Mission>({ queryKey: missionKey(missionId), enabled: false }).data !== undefined;
  const { data } = useQuery<Followed>({
    queryKey: activityKey(missionId),
    enabled: isLoaded,
    refetchInterval: pollEveryMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<Followed>(activityKey(missionId));
      const known = queryClient.getQueryData<Mission>(missionKey(missionId));
      const since = before?.nextSince ?? (known ? lastChange(known) : '0000-01-01T00:00:00.000Z');
      const activity = await readActivity(missionId, since, signal);
      if (activity.tests.length > 0) {
        const mission = queryClient.getQueryData<Mission>(missionKey(missionId));
        if (mission !== undefined) {
          const patched = patchTests(mission, activity.tests);
          queryClient.setQueryData(missionKey(missionId), patched.mission);
          if (patched.unknown) void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
        }
      }
      // Read again: a mark may have been cleared while the answer was on its way.
      const marks = { ...queryClient.getQueryData<Followed>(activityKey(missionId))?.marks };
      for (const test of activity.tests) {
        if (test.last_actor?.id !== me) {
          marks[test.id] = { by: test.last_actor?.display_name ?? 'Someone', at: test.updated_at };
        }
        const open = queryClient.getQueryData<MissionTest>(missionTestKey(test.id));
        if (open !== undefined && open.updated_at < test.updated_at) {
          void queryClient.invalidateQueries({ queryKey: missionTestKey(test.id) });
        }
      }
      return { nextSince: activity.next_since, marks };
    },
  });
  const clear = useCallback(
    (testId?: string) =>
      queryClient.setQueryData<Followed>(activityKey(missionId), (followed) => {
        if (followed === undefined) return followed;
        if (testId === undefined) return { ...followed, marks: {} };
        if (followed.marks[testId] === undefined) return followed;
        const { [testId]: _seen, ...marks } = followed.marks;
        return { ...followed, marks };
      }),
    [queryClient, missionId],
  );
  return { marks: data?.marks ?? none, clear };
}

const none: Record<string, Mark> = {};
