import type { QueryClient } from '@tanstack/react-query';
import { renewMission } from '../../api/missions/missions.ts';
import { eachOf } from '../../ui/selection/each-of.ts';

/**
 * Applies a change to each of many tests of a mission, and reads the mission again if any was refused; returns the refused ones,
 * with reasons.
 */
export async function eachTest<Test extends { name: string }>(
  queryClient: QueryClient,
  missionId: string,
  tests: readonly Test[],
  write: (test: Test) => Promise<unknown>,
  onProgress?: (done: number) => void,
): Promise<string[]> {
  const refused = await eachOf(tests, write, onProgress);
  if (refused.length > 0) renewMission(queryClient, missionId);
  return refused;
}
