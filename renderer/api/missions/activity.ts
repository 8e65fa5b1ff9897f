import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Activity, Mission } from '../../../server/missions/contract.ts';
import { t } from '../../words.ts';
import { get } from '../connection/http.ts';
import { renewComparisons } from './comparison.ts';
import { getKnownTest, renewTest } from './mission-tests.ts';
import { missionKey } from './missions.ts';
import { findLastChange, patchTests } from './patch-tests.ts';
import { renewReplay } from './replay.ts';
import { renewSightings } from './sightings.ts';

export type Mark = { by: string; at: string };
type Followed = { nextSince: string; marks: Record<string, Mark> };

const activityKey = (missionId: string) => ['missions', 'activity', missionId] as const;

/**
 * Changes by others in a mission since the last request. Updates the cached mission, and marks tests changed by others until `me`
 * has seen them.
 */
export const missionActivity = (queryClient: QueryClient, missionId: string, me: string) =>
  queryOptions({
    queryKey: activityKey(missionId),
    queryFn: async ({ signal }): Promise<Followed> => {
      const since = getNextSince(queryClient, missionId);
      const activity = await get<Activity>(`/api/v1/missions/${missionId}/activity`, { since }, signal);
      return takeIn(queryClient, missionId, me, activity);
    },
    staleTime: 0,
  });

/** Position after which changes of a mission are reported. */
export function getNextSince(queryClient: QueryClient, missionId: string): string {
  const known = queryClient.getQueryData<Mission>(missionKey(missionId));
  const followed = queryClient.getQueryData<Followed>(activityKey(missionId));
  if (followed !== undefined) return followed.nextSince;
  if (known === undefined) return '0000-01-01T00:00:00.000Z';
  const [test, outline] = [findLastChange(known), known.outline_changed_at ?? ''];
  return test > outline ? test : outline;
}

/** Applies live changes like those of the poll. */
export function applyActivity(queryClient: QueryClient, missionId: string, me: string, told: Told): void {
  queryClient.setQueryData(activityKey(missionId), takeIn(queryClient, missionId, me, told));
}

type Told = Omit<Activity, 'server_time'>;

function takeIn(queryClient: QueryClient, missionId: string, me: string, told: Told): Followed {
  patchMission(queryClient, missionId, told);
  const before = queryClient.getQueryData<Followed>(activityKey(missionId));
  const marks = { ...before?.marks };
  for (const test of told.tests) {
    // Both the poll and the stream may report a change.
    const isKnown = before !== undefined && isPast(before.nextSince, test.updated_at);
    const isMine = test.last_actor?.id === me;
    if (!isMine && !isKnown) {
      marks[test.id] = { by: test.last_actor?.display_name ?? t('app.someone'), at: test.updated_at };
    }
    const renew = () => {
      const open = getKnownTest(queryClient, test.id);
      if (open !== undefined && open.updated_at < test.updated_at) renewTest(queryClient, test.id);
    };
    // One's own change is in the answer to the write, which may still be pending.
    if (isMine) setTimeout(renew, ownAnswerMs);
    else renew();
  }
  const isBehind = before !== undefined && isPast(before.nextSince, told.next_since.slice(0, 24));
  return { nextSince: isBehind ? before.nextSince : told.next_since, marks };
}

const ownAnswerMs = 2000;

/** Whether a position is later than everything at this time. */
function isPast(position: string, time: string): boolean {
  return position.length > 24 ? position.slice(0, 24) > time : position >= time;
}

function patchMission(queryClient: QueryClient, missionId: string, told: Told): void {
  const mission = queryClient.getQueryData<Mission>(missionKey(missionId));
  if (mission === undefined) return;
  const patched = patchTests(mission, told.tests);
  if (told.tests.length > 0) queryClient.setQueryData(missionKey(missionId), patched.mission);
  const isOutlineNew = (told.outline_changed_at ?? '') > (mission.outline_changed_at ?? '');
  if (told.tests.length > 0 || isOutlineNew) renewComparisons(queryClient, missionId);
  if (patched.unknown || isOutlineNew) {
    void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
    // Other tests, such as revealed ones, are offered for them and replayed.
    renewSightings(queryClient, missionId);
    renewReplay(queryClient, missionId);
  }
  for (const { id } of told.removed) {
    if (getKnownTest(queryClient, id) !== undefined) renewTest(queryClient, id);
  }
}

/** Removes the marks from a test, or from all tests, because they have been seen. */
export function clearMarks(queryClient: QueryClient, missionId: string, testId?: string): void {
  queryClient.setQueryData<Followed>(activityKey(missionId), (followed) => {
    if (followed === undefined) return followed;
    if (testId === undefined) return { ...followed, marks: {} };
    if (followed.marks[testId] === undefined) return followed;
    const { [testId]: _seen, ...marks } = followed.marks;
    return { ...followed, marks };
  });
}
