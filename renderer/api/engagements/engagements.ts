import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EngagementStatus } from '../../../domain/engagements.ts';
import type { Engagement, EngagementPatch } from '../../../server/engagements/contract.ts';
import type { MemberInput } from '../../../server/missions/contract.ts';
import { get, type Paged, patch, post, put, remove } from '../connection/http.ts';
import { renewOrganisations } from '../organisations.ts';

export type EngagementFilter = {
  sort?: 'name' | 'client' | 'status' | 'start_date' | 'updated_at';
  order?: 'asc' | 'desc';
  q?: string;
  organisation_id?: string;
  status?: EngagementStatus;
  limit?: number;
  offset?: number;
};

const base = '/api/engagements';

const engagementListKey = ['engagements', 'list'] as const;

export const engagementList = (filter: EngagementFilter = {}) =>
  queryOptions({
    queryKey: [...engagementListKey, filter],
    queryFn: ({ signal }) => get<Paged<Engagement>>(base, filter, signal),
    placeholderData: keepPreviousData,
  });

const engagementKey = (engagementId: string) => ['engagements', 'one', engagementId] as const;

export const engagement = (engagementId: string) =>
  queryOptions({
    queryKey: engagementKey(engagementId),
    queryFn: ({ signal }) => get<Engagement>(`${base}/${engagementId}`, undefined, signal),
  });

export type EngagementInput = {
  name: string;
  client: string | null;
  description: string | null;
  start_date: string | null;
  end_date: string | null;
};

function takeOverEngagement(queryClient: QueryClient, engagement: Engagement): Engagement {
  queryClient.setQueryData(engagementKey(engagement.id), engagement);
  void queryClient.invalidateQueries({ queryKey: engagementListKey });
  renewOrganisations(queryClient);
  return engagement;
}

export const createEngagement = async (
  queryClient: QueryClient,
  input: EngagementInput,
): Promise<Engagement> => takeOverEngagement(queryClient, await post(base, input));

export const changeEngagement = async (
  queryClient: QueryClient,
  engagementId: string,
  change: EngagementPatch,
): Promise<Engagement> => takeOverEngagement(queryClient, await patch(`${base}/${engagementId}`, change));

export const replaceEngagementMembers = async (
  queryClient: QueryClient,
  engagementId: string,
  members: MemberInput[],
): Promise<Engagement> =>
  takeOverEngagement(queryClient, await put(`${base}/${engagementId}/members`, { members }));

/** `leave` leaves the engagement's page, which would otherwise request it again. */
export async function deleteEngagement(
  queryClient: QueryClient,
  engagementId: string,
  leave: () => Promise<void>,
): Promise<void> {
  await remove(`${base}/${engagementId}`);
  await leave();
  queryClient.removeQueries({ queryKey: engagementKey(engagementId) });
  void queryClient.invalidateQueries({ queryKey: engagementListKey });
}

/** Renews everything that counts the simulations of an engagement. */
export function renewCounts(queryClient: QueryClient, engagementId: string): void {
  void queryClient.invalidateQueries({ queryKey: engagementKey(engagementId) });
  void queryClient.invalidateQueries({ queryKey: engagementListKey });
}
