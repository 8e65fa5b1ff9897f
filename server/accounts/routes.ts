import { permissions } from '../../domain/permissions.ts';
import { type Route, route } from '../http/route.ts';
import type { Log } from '../log.ts';
import { listOf, paging } from '../paging.ts';
import { permissionDescriptions } from '../permissions.ts';
import * as contract from './contract.ts';
import * as groups from './group-service.ts';
import * as invitations from './invitation-service.ts';
import * as service from './service.ts';
import * as users from './user-service.ts';

type AccountsRoutes = service.Accounts & { log: Log; loadBundledCatalogue: () => Promise<void> };

/** Set-up, sign-in, users, invitations, groups and permissions: the same under both trees. */
export function accountRoutes({ log, loadBundledCatalogue, ...accounts }: AccountsRoutes): Route[] {
  const { db } = accounts;
  return [
    route({
      method: 'GET',
      path: '/setup',
      summary: 'Whether the first administrator is still to be made',
      access: 'public',
      response: contract.setupStateSchema,
      handle: async () => ({ required: await service.setupRequired(db) }),
    }),
    route({
      method: 'POST',
      path: '/setup',
      summary: 'Make the first administrator with the install token',
      access: 'public',
      body: contract.setupBody,
      response: contract.sessionSchema,
      status: 201,
      handle: async ({ body }) => {
        const session = await service.setUp(accounts, body);
        if (body.load_catalog) {
          // The administrator exists by now: a catalogue that can't be read must not look like a failed set-up.
          await loadBundledCatalogue().catch((error: unknown) => {
            log.error({
              event: 'setup_catalogue_failed',
              error: error instanceof Error ? error.name : 'unknown',
            });
          });
        }
        return session;
      },
    }),
    route({
      method: 'POST',
      path: '/auth/login',
      summary: 'Sign in',
      access: 'public',
      body: contract.loginBody,
      response: contract.sessionSchema,
      handle: ({ body, address }) => service.logIn(accounts, body, address),
    }),
    route({
      method: 'POST',
      path: '/auth/renew',
      summary: 'A fresh token for a live session, at most 12 hours after sign-in',
      access: 'user',
      response: contract.sessionSchema,
      handle: ({ user }) => service.renew(accounts, user),
    }),
    route({
      method: 'POST',
      path: '/auth/logout',
      summary: 'End the session and its tokens',
      access: 'user',
      handle: ({ user }) => service.logOut(accounts, user),
    }),
    route({
      method: 'GET',
      path: '/auth/me',
      summary: 'The signed-in user',
      access: 'user',
      response: contract.userSchema,
      handle: ({ user }) => service.readUser(db, user.id),
    }),
    route({
      method: 'PATCH',
      path: '/auth/me',
      summary: 'Change one’s own name',
      access: 'user',
      body: contract.profileBody,
      response: contract.userSchema,
      handle: ({ user, body }) => service.changeProfile(accounts, user, body),
    }),
    route({
      method: 'POST',
      path: '/auth/password',
      summary: 'Change one’s own password and end one’s other sessions',
      access: 'user',
      body: contract.passwordBody,
      handle: ({ user, body, address }) => service.changePassword(accounts, user, body, address),
    }),
    route({
      method: 'GET',
      path: '/users/roster',
      summary: 'Everyone who can be made a member',
      access: ['user.read', 'mission.create', 'mission.update'],
      response: contract.rosterSchema,
      handle: () => users.listRoster(db),
    }),
    route({
      method: 'GET',
      path: '/users',
      summary: 'Users',
      access: 'user.manage',
      query: contract.userListQuery,
      response: listOf(contract.userSchema),
      handle: async ({ query }) => ({
        ...(await users.listUsers(db, {
          ...query,
          is_active: query.is_active === undefined ? undefined : query.is_active === 'true',
        })),
        limit: query.limit,
        offset: query.offset,
      }),
    }),
    route({
      method: 'POST',
      path: '/users',
      summary: 'Make a user',
      access: 'user.manage',
      body: contract.newUserBody,
      response: contract.userSchema,
      status: 201,
      handle: ({ user, body }) => users.createUser(accounts, user, body),
    }),
    route({
      method: 'GET',
      path: '/users/:user_id',
      summary: 'One user',
      access: 'user.manage',
      response: contract.userSchema,
      handle: ({ params }) => service.readUser(db, params.user_id),
    }),
    route({
      method: 'PATCH',
      path: '/users/:user_id',
      summary: 'Change a user',
      access: 'user.manage',
      subject: ({ params }) => service.readUser(db, params.user_id),
      body: contract.userPatchBody,
      response: contract.userSchema,
      handle: ({ user, params, body }) => users.changeUser(accounts, user, params.user_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/users/:user_id',
      summary: 'Delete a user',
      access: 'user.manage',
      handle: ({ user, params }) => users.deleteUser(accounts, user, params.user_id),
    }),
    route({
      method: 'GET',
      path: '/invitations',
      summary: 'Invitations that wait for their answer',
      access: 'user.manage',
      query: paging,
      response: listOf(contract.invitationSchema),
      handle: async ({ query }) => ({ ...(await invitations.listInvitations(db, query)), ...query }),
    }),
    route({
      method: 'POST',
      path: '/invitations',
      summary: 'Invite someone; the token is shown this once',
      access: 'user.manage',
      body: contract.invitationBody,
      response: contract.newInvitationSchema,
      status: 201,
      handle: ({ user, body }) => invitations.invite(accounts, user, body),
    }),
    route({
      method: 'DELETE',
      path: '/invitations/:invitation_id',
      summary: 'Withdraw an invitation',
      access: 'user.manage',
      handle: ({ params }) => invitations.withdrawInvitation(db, params.invitation_id),
    }),
    route({
      method: 'POST',
      path: '/invitations/accept',
      summary: 'Make the invited account and sign in',
      access: 'public',
      body: contract.acceptBody,
      response: contract.sessionSchema,
      status: 201,
      handle: ({ body }) => invitations.acceptInvitation(accounts, body),
    }),
    route({
      method: 'GET',
      path: '/groups',
      summary: 'Groups',
      access: 'user.manage',
      query: contract.groupListQuery,
      response: listOf(contract.groupSchema),
      handle: async ({ query }) => ({
        ...(await groups.listGroups(db, query)),
        limit: query.limit,
        offset: query.offset,
      }),
    }),
    route({
      method: 'POST',
      path: '/groups',
      summary: 'Make a group',
      access: 'user.manage',
      body: contract.groupBody,
      response: contract.groupSchema,
      status: 201,
      handle: ({ user, body }) => groups.createGroup(accounts, user, body),
    }),
    route({
      method: 'GET',
      path: '/groups/:group_id',
      summary: 'One group',
      access: 'user.manage',
      response: contract.groupSchema,
      handle: ({ params }) => groups.readGroup(db, params.group_id),
    }),
    route({
      method: 'PATCH',
      path: '/groups/:group_id',
      summary: 'Change a group',
      access: 'user.manage',
      subject: ({ params }) => groups.readGroup(db, params.group_id),
      body: contract.groupPatchBody,
      response: contract.groupSchema,
      handle: ({ user, params, body }) => groups.changeGroup(accounts, user, params.group_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/groups/:group_id',
      summary: 'Delete a group',
      access: 'user.manage',
      handle: ({ user, params }) => groups.removeGroup(accounts, user, params.group_id),
    }),
    route({
      method: 'GET',
      path: '/permissions',
      summary: 'Every permission with what it allows',
      access: 'user',
      response: contract.permissionListSchema,
      handle: async () => permissions.map((name) => ({ name, description: permissionDescriptions[name] })),
    }),
  ];
}
