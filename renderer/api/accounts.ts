import { queryOptions } from '@tanstack/react-query';
import type { Session, User } from '../../server/accounts/contract.ts';
import { get, post } from './http.ts';

export const setupState = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => get<{ required: boolean }>('/api/v1/setup', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<User>('/api/v1/auth/me', undefined, signal),
});

export const signIn = (input: { email: string; password: string }): Promise<Session> =>
  post<Session>('/api/v1/auth/login', input);

export const renew = (): Promise<Session> => post<Session>('/api/v1/auth/renew');

export const signOut = (): Promise<void> => post<void>('/api/v1/auth/logout');

export const setUp = (input: {
  install_token: string;
  email: string;
  display_name: string;
  password: string;
  load_catalog: boolean;
}): Promise<Session> => post<Session>('/api/v1/setup', input);

export const acceptInvitation = (input: {
  token: string;
  display_name: string;
  password: string;
}): Promise<Session> => post<Session>('/api/v1/invitations/accept', input);
