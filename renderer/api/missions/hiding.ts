import type { QueryClient } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import type { HiddenInput, RevealInput } from '../../../server/missions/hiding/contract.ts';
import { post } from '../connection/http.ts';
import { takeOverMission } from './missions.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}`;

/** Hides scenarios and tests from those who do not see hidden ones, or has them follow what they are in. */
export const hide = async (
  queryClient: QueryClient,
  missionId: string,
  input: HiddenInput,
): Promise<Mission> => takeOverMission(queryClient, await post(`${toUrl(missionId)}/hide`, input));

/** Says when hidden scenarios and tests are revealed. */
export const reveal = async (
  queryClient: QueryClient,
  missionId: string,
  input: RevealInput,
): Promise<Mission> => takeOverMission(queryClient, await post(`${toUrl(missionId)}/reveal`, input));
