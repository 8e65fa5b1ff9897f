import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { clearMarks, type Mark, missionActivity } from '../../api/activity.ts';
import { mission } from '../../api/missions.ts';
import { useUser } from '../../api/session.ts';

const pollEveryMs = 15_000;

/**
 * Follows what others do in a mission, only while the page is visible and at once when it becomes visible again. Returns the
 * tests that others changed since they were last looked at.
 */
export function useActivity(missionId: string): {
  marks: Record<string, Mark>;
  clear: (testId?: string) => void;
} {
  const queryClient = useQueryClient();
  const isLoaded = useQuery({ ...mission(missionId), enabled: false }).data !== undefined;
  const { data } = useQuery({
    ...missionActivity(queryClient, missionId, useUser().id),
    enabled: isLoaded,
    refetchInterval: pollEveryMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  const clear = useCallback(
    (testId?: string) => clearMarks(queryClient, missionId, testId),
    [queryClient, missionId],
  );
  return { marks: data?.marks ?? none, clear };
}

const none: Record<string, Mark> = {};
