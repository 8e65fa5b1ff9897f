import { queryOptions } from '@tanstack/react-query';
import { get } from './http.ts';

export type RosterEntry = { id: string; email: string; display_name: string };

export const roster = queryOptions({
  queryKey: ['roster'],
  queryFn: ({ signal }) => get<RosterEntry[]>('/api/v1/users/roster', undefined, signal),
});
