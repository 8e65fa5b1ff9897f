import { useQuery } from '@tanstack/react-query';
import { mission } from '../../api/missions/missions.ts';
import { useActivity } from './use-activity.ts';

/** The activity does not report renamed people or organisations. */
const readAgainEveryMs = 120_000;

/** A mission kept up to date, with marks for others' changes. */
export function useFollowedMission(missionId: string) {
  const query = useQuery({ ...mission(missionId), refetchInterval: readAgainEveryMs });
  return { query, activity: useActivity(missionId) };
}
