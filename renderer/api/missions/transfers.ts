import type { QueryClient } from '@tanstack/react-query';
import type { Mission, MissionTest } from '../../../server/missions/contract.ts';
import { post } from '../connection/http.ts';
import { missionTestKey } from './mission-tests.ts';
import { missionKey, renewMissions } from './missions.ts';

export type Transferred = { kind: 'scenario' | 'test'; id: string; name: string };
export type Transfer = 'move' | 'copy';

/** Moves or copies a scenario or a test with everything recorded in it. A test goes to a scenario of the other mission. */
export async function transfer(
  queryClient: QueryClient,
  missionId: string,
  { kind, id }: Transferred,
  how: Transfer,
  to: { mission_id: string; scenario_id?: string },
): Promise<void> {
  const url = `/api/v1/missions/${missionId}/${kind}s/${id}/${how}`;
  await post<Mission | MissionTest>(url, to);
  if (kind === 'test' && how === 'move') queryClient.removeQueries({ queryKey: missionTestKey(id) });
  await Promise.all(
    [missionId, to.mission_id].map((one) => queryClient.invalidateQueries({ queryKey: missionKey(one) })),
  );
  renewMissions(queryClient);
}
