import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import type { Timeline } from '../../../server/missions/timeline/contract.ts';
import { get } from '../connection/http.ts';
import { versionOf } from './patch-tests.ts';

/** Times of reviews of a mission's tests, read again after each change of a test. */
export const missionTimeline = (mission: Mission) =>
  queryOptions({
    queryKey: ['missions', 'timeline', mission.id, versionOf(mission)],
    queryFn: ({ signal }) => get<Timeline>(`/api/v1/missions/${mission.id}/timeline`, undefined, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
