import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MissionStatus, MissionVisibility } from '../../../domain/missions.ts';
import type {
  MemberInput,
  Mission,
  MissionListItem,
  MissionPatch,
  NewMission,
} from '../../../server/missions/contract.ts';
import type { MissionVariables } from '../../../server/missions/variables/contract.ts';
import { get, type Paged, patch, post, put, remove } from '../connection/http.ts';
import { renewOrganisations } from '../organisations.ts';

export type MissionFilter = {
  sort?: 'name' | 'client' | 'status' | 'start_date' | 'progress' | 'updated_at';
  order?: 'asc' | 'desc';
  q?: string;
  organisation_id?: string;
  status?: MissionStatus;
  visibility?: MissionVisibility;
  limit?: number;
  offset?: number;
};

const base = '/api/v1/missions';

const missionListKey = ['missions', 'list'] as const;

export const missionList = (filter: MissionFilter = {}) =>
  queryOptions({
    queryKey: [...missionListKey, filter],
    queryFn: ({ signal }) => get<Paged<MissionListItem>>(base, filter, signal),
    placeholderData: keepPreviousData,
  });

export const missionKey = (missionId: string) => ['missions', 'one', missionId] as const;

export const mission = (missionId: string) =>
  queryOptions({
    queryKey: missionKey(missionId),
    queryFn: ({ signal }) => get<Mission>(`${base}/${missionId}`, undefined, signal),
  });

/** Printed details of a mission's tests, as of its last change. */
export const missionAnnexKey = (missionId: string, lastChange: string) =>
  ['missions', 'annex', missionId, lastChange] as const;

/** The values of a mission's variables, and the variables in its tests' commands. */
export const missionVariables = (missionId: string) =>
  queryOptions({
    queryKey: ['missions', 'variables', missionId],
    queryFn: ({ signal }) => get<MissionVariables>(`${base}/${missionId}/variables`, undefined, signal),
    staleTime: 0,
    gcTime: 0,
  });

export function renewMission(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
}

export function takeOverMission(queryClient: QueryClient, mission: Mission): Mission {
  queryClient.setQueryData(missionKey(mission.id), mission);
  void queryClient.invalidateQueries({ queryKey: missionListKey });
  return mission;
}

function takeOverNamed(queryClient: QueryClient, mission: Mission): Mission {
  renewOrganisations(queryClient);
  return takeOverMission(queryClient, mission);
}

export const createMission = async (queryClient: QueryClient, input: NewMission): Promise<Mission> =>
  takeOverNamed(queryClient, await post(base, input));

export const changeMission = async (
  queryClient: QueryClient,
  missionId: string,
  change: MissionPatch,
): Promise<Mission> => takeOverNamed(queryClient, await patch(`${base}/${missionId}`, change));

export const appendScenarios = async (
  queryClient: QueryClient,
  missionId: string,
  scenario_template_ids: string[],
): Promise<Mission> =>
  takeOverMission(queryClient, await post(`${base}/${missionId}/scenarios`, { scenario_template_ids }));

export const replaceMembers = async (
  queryClient: QueryClient,
  missionId: string,
  members: MemberInput[],
): Promise<Mission> => takeOverMission(queryClient, await put(`${base}/${missionId}/members`, { members }));

/** Reads the mission again when refused, because someone else may have moved it. */
export async function moveMission(
  queryClient: QueryClient,
  missionId: string,
  status: MissionStatus,
  { lock }: { lock?: boolean } = {},
): Promise<Mission> {
  try {
    return takeOverMission(queryClient, await post(`${base}/${missionId}/transition`, { status, lock }));
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
    throw error;
  }
}

/** `leave` leaves the mission's page, which would otherwise request it again. */
export async function deleteMission(
  queryClient: QueryClient,
  missionId: string,
  leave: () => Promise<void>,
): Promise<void> {
  await dropMission(missionId);
  await leave();
  renewMissions(queryClient);
}

/** Deletes one of several; call `renewMissions` once all are deleted. */
export const dropMission = (missionId: string): Promise<void> => remove(`${base}/${missionId}`);

export function renewMissions(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: missionListKey });
}
