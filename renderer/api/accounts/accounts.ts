import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { largestPage } from '../../../domain/limits.ts';
import type { Permission, Role } from '../../../domain/permissions.ts';
import type { Group, GroupPatch, NewGroup } from '../../../server/accounts/groups/contract.ts';
import type {
  Invitation,
  InvitationPreview,
  NewInvitation,
} from '../../../server/accounts/invitations/contract.ts';
import type { Assertion } from '../../../server/accounts/second-factor/contract.ts';
import type { ListedSession, Session } from '../../../server/accounts/sessions/contract.ts';
import type { ManagedUser, User, UserPatch } from '../../../server/accounts/users/contract.ts';
import { get, type Paged, patch, post, remove } from '../connection/http.ts';
import { ApiError } from '../connection/problem.ts';
import { getSession, openSession, updateUser } from '../connection/session.ts';
import { tellTabs } from '../connection/tabs.ts';

export const setupState = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => get<{ required: boolean }>('/api/v1/setup', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<User>('/api/v1/auth/me', undefined, signal),
});

/** Signs a person in and drops everything read before; returns whether someone else was signed in. */
export function beginSession(queryClient: QueryClient, session: Session): boolean {
  queryClient.clear();
  const wasOthers = openSession(session);
  tellTabs({ of: 'signed_in', userId: session.user.id });
  return wasOthers;
}

/** Lifetime of this browser's sign-in: until it is closed, or as long as the session. */
export type Stay = 'browser' | 'computer';

/** Signs in, or returns the demand for a second factor. */
export async function signIn(
  queryClient: QueryClient,
  input: { email: string; password: string; stay: Stay; provider?: string },
): Promise<{ wasOthers: boolean } | { demand: SecondFactorDemand }> {
  try {
    return { wasOthers: beginSession(queryClient, await post<Session>('/api/v1/auth/login', input)) };
  } catch (error) {
    if (error instanceof ApiError && error.secondFactor !== null) return { demand: error.secondFactor };
    throw error;
  }
}

export type SecondFactorDemand = NonNullable<ApiError['secondFactor']>;

export const finishSignIn = async (
  queryClient: QueryClient,
  challenge: string,
  shown: { code?: string; recovery_code?: string; passkey?: Assertion; stay: Stay },
): Promise<boolean> =>
  beginSession(queryClient, await post<Session>('/api/v1/auth/login/second-factor', { challenge, ...shown }));

export const renew = (): Promise<Session> => post<Session>('/api/v1/auth/renew');

export const signOut = (): Promise<void> => post<void>('/api/v1/auth/logout');

export const setUp = async (
  queryClient: QueryClient,
  input: {
    install_token: string;
    email: string;
    display_name: string;
    password: string;
    load_catalog: boolean;
  },
): Promise<boolean> =>
  beginSession(
    queryClient,
    await post<Session>('/api/v1/setup', { ...input, stay: 'browser' satisfies Stay }),
  );

/** The details of an invitation for its recipient. */
export const invitationPreview = (token: string) =>
  queryOptions({
    queryKey: ['invitation-preview', token],
    queryFn: () => post<InvitationPreview>('/api/v1/invitations/preview', { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const acceptInvitation = async (
  queryClient: QueryClient,
  input: { token: string; display_name: string; password: string },
): Promise<boolean> =>
  beginSession(
    queryClient,
    await post<Session>('/api/v1/invitations/accept', { ...input, stay: 'browser' satisfies Stay }),
  );

export const changeName = async (display_name: string): Promise<void> =>
  updateUser(await patch<User>('/api/v1/auth/me', { display_name }));

const sessionsKey = ['sessions'] as const;

export const ownSessions = queryOptions({
  queryKey: [...sessionsKey, 'own'],
  queryFn: ({ signal }) => get<Paged<ListedSession>>('/api/v1/auth/sessions', { limit: largestPage }, signal),
});

export async function endSession(queryClient: QueryClient, sessionId: string): Promise<void> {
  await remove(`/api/v1/auth/sessions/${sessionId}`);
  await queryClient.invalidateQueries({ queryKey: sessionsKey });
}

export const sessionsOf = (userId: string) =>
  queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: ({ signal }) =>
      get<Paged<ListedSession>>(`/api/v1/users/${userId}/sessions`, { limit: largestPage }, signal),
  });

export async function endSessionsOf(queryClient: QueryClient, userId: string): Promise<void> {
  await remove(`/api/v1/users/${userId}/sessions`);
  if (getSession()?.user.id !== userId) await queryClient.invalidateQueries({ queryKey: sessionsKey });
}

export async function resetSecondFactor(queryClient: QueryClient, userId: string): Promise<void> {
  await remove(`/api/v1/users/${userId}/second-factor`);
  await renewPeople(queryClient);
}

export type UserFilter = {
  sort?: 'display_name' | 'email' | 'role' | 'last_login_at' | 'is_active';
  order?: 'asc' | 'desc';
  q?: string;
  /** Filters by members of this group. */
  group_id?: string;
  role?: Role;
  is_active?: 'true' | 'false';
  is_service?: 'true' | 'false';
  limit?: number;
  offset?: number;
};

const usersKey = ['users'] as const;

export const userList = (filter: UserFilter = {}) =>
  queryOptions({
    queryKey: [...usersKey, filter],
    queryFn: ({ signal }) => get<Paged<ManagedUser>>('/api/v1/users', filter, signal),
    placeholderData: keepPreviousData,
  });

export const readUser = (userId: string): Promise<ManagedUser> => get(`/api/v1/users/${userId}`);

/** Groups list their members, and users their groups. */
const renewPeople = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: usersKey }),
    queryClient.invalidateQueries({ queryKey: groupsKey }),
  ]);

export async function createUser(
  queryClient: QueryClient,
  input: {
    email: string;
    display_name: string;
    role: Role;
    password?: string;
    group_ids: string[];
    is_service?: boolean;
  },
): Promise<void> {
  await post('/api/v1/users', input);
  await renewPeople(queryClient);
}

export async function changeUser(queryClient: QueryClient, userId: string, change: UserPatch): Promise<void> {
  const user = await patch<User>(`/api/v1/users/${userId}`, change);
  const renewed = renewPeople(queryClient);
  // Changing oneself may end one's own session, so nothing waits for this read.
  if (getSession()?.user.id === userId) updateUser(user);
  else await renewed;
}

export async function deleteUser(queryClient: QueryClient, userId: string): Promise<void> {
  await remove(`/api/v1/users/${userId}`);
  await renewPeople(queryClient);
}

const groupsKey = ['groups'] as const;

export type GroupFilter = {
  sort?: 'name' | 'members';
  order?: 'asc' | 'desc';
  q?: string;
  limit?: number;
  offset?: number;
};

export const groupList = (filter: GroupFilter = {}) =>
  queryOptions({
    queryKey: [...groupsKey, filter],
    queryFn: ({ signal }) => get<Paged<Group>>('/api/v1/groups', filter, signal),
    placeholderData: keepPreviousData,
  });

export const readGroup = (groupId: string): Promise<Group> => get(`/api/v1/groups/${groupId}`);

export async function createGroup(queryClient: QueryClient, input: NewGroup): Promise<void> {
  await post('/api/v1/groups', input);
  await renewPeople(queryClient);
}

export async function changeGroup(
  queryClient: QueryClient,
  groupId: string,
  change: GroupPatch,
): Promise<void> {
  await patch(`/api/v1/groups/${groupId}`, change);
  await renewPeople(queryClient);
}

/** Adds people to a group, based on its current state; returns the new members. */
export async function joinGroup(
  queryClient: QueryClient,
  groupId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { member_ids } = await readGroup(groupId);
  const added = userIds.filter((id) => !member_ids.includes(id));
  if (added.length > 0) await changeGroup(queryClient, groupId, { member_ids: [...member_ids, ...added] });
  return added;
}

/** Removes people from a group, based on its current state. */
export async function leaveGroup(
  queryClient: QueryClient,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  const { member_ids } = await readGroup(groupId);
  await changeGroup(queryClient, groupId, { member_ids: member_ids.filter((id) => !userIds.includes(id)) });
}

export async function deleteGroup(queryClient: QueryClient, groupId: string): Promise<void> {
  await remove(`/api/v1/groups/${groupId}`);
  await renewPeople(queryClient);
}

export type PermissionEntry = { name: Permission; description: string };

export const permissionList = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => get<PermissionEntry[]>('/api/v1/permissions', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

const invitationsKey = ['invitations'] as const;

export const invitationList = (page: { limit?: number; offset?: number } = {}) =>
  queryOptions({
    queryKey: [...invitationsKey, page],
    queryFn: ({ signal }) => get<Paged<Invitation>>('/api/v1/invitations', page, signal),
    placeholderData: keepPreviousData,
  });

/** The token is only in this answer. */
export async function invite(
  queryClient: QueryClient,
  input: { email: string; role: Role; group_ids: string[] },
): Promise<NewInvitation> {
  const made = await post<NewInvitation>('/api/v1/invitations', input);
  void queryClient.invalidateQueries({ queryKey: invitationsKey });
  return made;
}

export async function withdrawInvitation(queryClient: QueryClient, invitationId: string): Promise<void> {
  await remove(`/api/v1/invitations/${invitationId}`);
  await queryClient.invalidateQueries({ queryKey: invitationsKey });
}
