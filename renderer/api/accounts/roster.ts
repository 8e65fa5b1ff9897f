import { queryOptions } from '@tanstack/react-query';
import type { Candidate } from '../../../server/accounts/users/contract.ts';
import { get } from '../connection/http.ts';

export type RosterEntry = { id: string; email: string; display_name: string };

export const roster = queryOptions({
  queryKey: ['roster'],
  queryFn: ({ signal }) => get<RosterEntry[]>('/api/v1/users/roster', undefined, signal),
});

/** Everyone who can be made a member of a mission, with their roles. */
export const candidates = queryOptions({
  queryKey: ['roster', 'candidates'],
  queryFn: ({ signal }) => get<Candidate[]>('/api/v1/users/candidates', undefined, signal),
});
