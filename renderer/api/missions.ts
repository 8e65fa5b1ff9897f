import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MissionStatus } from '../../domain/missions.ts';
import type {
  MemberInput,
  Mission,
  MissionListItem,
  MissionPatch,
  NewMission,
} from '../../server/missions/contract.ts';
import { get, type Paged, patch, post, put, remove } from './http.ts';

export type MissionFilter = {
  q?: string;
  client?: string;
  status?: MissionStatus;
  limit?: number;
  offset?: number;
};

const base = '/api/v1/missions';

export const missionListKey = ['missions', 'list'] as const;

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

export const createMission = (input: NewMission): Promise<Mission> => post(base, input);

export const changeMission = (missionId: string, change: MissionPatch): Promise<Mission> =>
  patch(`${base}/${missionId}`, change);

export const appendScenarios = (missionId: string, templateIds: string[]): Promise<Mission> =>
  post(`${base}/${missionId}/scenarios`, { scenario_template_ids: templateIds });

export const replaceMembers = (missionId: string, members: MemberInput[]): Promise<Mission> =>
  put(`${base}/${missionId}/members`, { members });

export const moveMission = (missionId: string, status: MissionStatus): Promise<Mission> =>
  post(`${base}/${missionId}/transition`, { status });

export const deleteMission = (missionId: string): Promise<void> => remove(`${base}/${missionId}`);
