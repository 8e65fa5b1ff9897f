import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EngagementStatus } from '../../domain/engagements.ts';
import type { Engagement, EngagementPatch } from '../../server/engagements/contract.ts';
import { get, type Paged, patch, post, remove } from './http.ts';

export type EngagementFilter = {
  q?: string;
  client?: string;
  status?: EngagementStatus;
  limit?: number;
  offset?: number;
};

const base = '/api/engagements';

export const engagementListKey = ['engagements', 'list'] as const;

export const engagementList = (filter: EngagementFilter = {}) =>
  queryOptions({
    queryKey: [...engagementListKey, filter],
    queryFn: ({ signal }) => get<Paged<Engagement>>(base, filter, signal),
    placeholderData: keepPreviousData,
  });

export const engagementKey = (engagementId: string) => ['engagements', 'one', engagementId] as const;

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

export const createEngagement = (input: EngagementInput): Promise<Engagement> => post(base, input);

export const changeEngagement = (engagementId: string, change: EngagementPatch): Promise<Engagement> =>
  patch(`${base}/${engagementId}`, change);

export const deleteEngagement = (engagementId: string): Promise<void> => remove(`${base}/${engagementId}`);
