import { useQuery } from '@tanstack/react-query';
import { mission } from '../../api/missions/missions.ts';
import { useActivity } from './use-activity.ts';

/** Its activity does not tell that people or the organisation have other names. */
const readAgainEveryMs = 120_000;

/** A mission that follows what others do in it, and their marks. */
export function useFollowedMission(missionId: string) {
  const query = useQuery({ ...mission(missionId), refetchInterval: readAgainEveryMs });
  return { query, activity: useActivity(missionId) };
}
