import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Permission, Role } from '../../domain/permissions.ts';
import type {
  Group,
  GroupPatch,
  Invitation,
  NewGroup,
  Session,
  User,
  UserPatch,
} from '../../server/accounts/contract.ts';
import { get, type Paged, patch, post, remove } from './http.ts';

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

export const changeName = (display_name: string): Promise<User> =>
  patch<User>('/api/v1/auth/me', { display_name });

export const changePassword = (input: { current_password: string; new_password: string }): Promise<void> =>
  post<void>('/api/v1/auth/password', input);

export type UserFilter = {
  q?: string;
  /** Only its members. */
  group_id?: string;
  role?: Role;
  is_active?: 'true' | 'false';
  limit?: number;
  offset?: number;
};

export const usersKey = ['users'] as const;

export const userList = (filter: UserFilter = {}) =>
  queryOptions({
    queryKey: [...usersKey, filter],
    queryFn: ({ signal }) => get<Paged<User>>('/api/v1/users', filter, signal),
    placeholderData: keepPreviousData,
  });

export const readUser = (userId: string): Promise<User> => get(`/api/v1/users/${userId}`);

export const createUser = (input: {
  email: string;
  display_name: string;
  role: Role;
  password?: string;
  group_ids: string[];
}): Promise<User> => post('/api/v1/users', input);

export const changeUser = (userId: string, change: UserPatch): Promise<User> =>
  patch(`/api/v1/users/${userId}`, change);

export const deleteUser = (userId: string): Promise<void> => remove(`/api/v1/users/${userId}`);

export const groupsKey = ['groups'] as const;

export const groupList = (filter: { q?: string; limit?: number; offset?: number } = {}) =>
  queryOptions({
    queryKey: [...groupsKey, filter],
    queryFn: ({ signal }) => get<Paged<Group>>('/api/v1/groups', filter, signal),
    placeholderData: keepPreviousData,
  });

export const readGroup = (groupId: string): Promise<Group> => get(`/api/v1/groups/${groupId}`);

export const createGroup = (input: NewGroup): Promise<Group> => post('/api/v1/groups', input);

export const changeGroup = (groupId: string, change: GroupPatch): Promise<Group> =>
  patch(`/api/v1/groups/${groupId}`, change);

export const deleteGroup = (groupId: string): Promise<void> => remove(`/api/v1/groups/${groupId}`);

export type PermissionEntry = { name: Permission; description: string };

export const permissionList = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => get<PermissionEntry[]>('/api/v1/permissions', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const invitationsKey = ['invitations'] as const;

export const invitationList = (page: { limit?: number; offset?: number } = {}) =>
  queryOptions({
    queryKey: [...invitationsKey, page],
    queryFn: ({ signal }) => get<Paged<Invitation>>('/api/v1/invitations', page, signal),
    placeholderData: keepPreviousData,
  });

/** The token is in this answer and nowhere else. */
export const invite = (input: {
  email: string;
  role: Role;
  group_ids: string[];
}): Promise<Invitation & { token: string }> => post('/api/v1/invitations', input);

export const withdrawInvitation = (invitationId: string): Promise<void> =>
  remove(`/api/v1/invitations/${invitationId}`);
