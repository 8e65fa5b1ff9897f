import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { clearMarks, type Mark, missionActivity } from '../../api/activity.ts';
import { followLive } from '../../api/live.ts';
import { mission } from '../../api/missions.ts';
import { useUser } from '../../api/session.ts';

const pollEveryMs = 15_000;
/** While a stream tells what happens. */
const pollBesideMs = 60_000;

/**
 * Follows what others do in a mission, only while the page is visible and at once when it becomes visible again: by a stream where
 * there is one, and by asking. Returns the tests that others changed since they were last looked at.
 */
export function useActivity(missionId: string): {
  marks: Record<string, Mark>;
  clear: (testId?: string) => void;
} {
  const queryClient = useQueryClient();
  const me = useUser().id;
  const isLoaded = useQuery({ ...mission(missionId), enabled: false }).data !== undefined;
  const isLive = useLive(missionId, me, isLoaded);
  const { data } = useQuery({
    ...missionActivity(queryClient, missionId, me),
    enabled: isLoaded,
    refetchInterval: isLive ? pollBesideMs : pollEveryMs,
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

/** Whether what happens in a mission is told as it does. */
function useLive(missionId: string, me: string, isEnabled: boolean): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    const { isOpen, leave } = followLive(queryClient, missionId, me);
    const note = () => setLive(isOpen.get());
    const end = isOpen.subscribe(note);
    note();
    return () => {
      end();
      leave();
    };
  }, [queryClient, missionId, me, isEnabled]);
  return isLive;
}
