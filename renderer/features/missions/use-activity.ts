import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { followLive } from '../../api/connection/live.ts';
import { useUser } from '../../api/connection/session.ts';
import { clearMarks, type Mark, missionActivity } from '../../api/missions/activity.ts';
import { mission } from '../../api/missions/missions.ts';

const pollEveryMs = 15_000;

/**
 * Follows others' changes in a mission: by polling, and by a stream if there is one, but only while the page is visible, and at
 * once when it becomes visible again. Returns the tests changed by others and not seen yet.
 */
export function useActivity(missionId: string): {
  marks: Record<string, Mark>;
  clear: (testId?: string) => void;
} {
  const queryClient = useQueryClient();
  const me = useUser().id;
  const isLoaded = useQuery({ ...mission(missionId), enabled: false }).data !== undefined;
  useLive(missionId, me, isLoaded);
  const isFollowed = useIsVisible() && isLoaded;
  const { data, refetch } = useQuery({
    ...missionActivity(queryClient, missionId, me),
    enabled: isFollowed,
    refetchOnWindowFocus: false,
  });
  // The query's own interval restarts with every message of the stream.
  useEffect(() => {
    if (!isFollowed) return;
    const ask = () => {
      if (document.visibilityState === 'visible') void refetch({ cancelRefetch: false });
    };
    const polling = setInterval(ask, pollEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(polling);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [isFollowed, refetch]);
  const clear = useCallback(
    (testId?: string) => clearMarks(queryClient, missionId, testId),
    [queryClient, missionId],
  );
  return { marks: data?.marks ?? none, clear };
}

const none: Record<string, Mark> = {};

function useIsVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
}

function subscribeToVisibility(note: () => void): () => void {
  document.addEventListener('visibilitychange', note);
  return () => document.removeEventListener('visibilitychange', note);
}

/** Follows a mission live. */
function useLive(missionId: string, me: string, isEnabled: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isEnabled) return followLive(queryClient, missionId, me);
    return undefined;
  }, [queryClient, missionId, me, isEnabled]);
}
