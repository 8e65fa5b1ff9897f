import { rosterReaders } from '../../../domain/permissions.ts';
import { type About, type Route, route } from '../../http/route.ts';
import { listOf, paging, toPage } from '../../paging.ts';
import { listedSessionSchema } from '../sessions/contract.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as users from './service.ts';

/** Users, and the roster for picking members. */
export function userRoutes(accounts: Accounts): Route[] {
  const { db } = accounts;
  return [
    route({
      method: 'GET',
      path: '/users/roster',
      summary: 'People who can become members',
      access: rosterReaders,
      response: contract.rosterSchema,
      handle: () => users.listRoster(db),
    }),
    route({
      method: 'GET',
      path: '/users/candidates',
      summary: 'People who can become members, with their roles',
      access: rosterReaders,
      response: contract.candidatesSchema,
      handle: () => users.listCandidates(db),
    }),
    route({
      method: 'GET',
      path: '/users',
      summary: 'Users',
      access: 'user.manage',
      query: contract.userListQuery,
      response: listOf(contract.managedUserSchema),
      handle: async ({ user, query }) =>
        toPage(
          await users.listUsers(accounts, user, {
            ...query,
            is_active: query.is_active === undefined ? undefined : query.is_active === 'true',
            is_service: query.is_service === undefined ? undefined : query.is_service === 'true',
          }),
          query,
        ),
    }),
    route({
      method: 'POST',
      path: '/users',
      logs: {
        event: 'user_created',
        about: ({ body, result }) => ({ object: result.id, ...toRights(body) }),
      },
      summary: 'Create a user',
      access: 'user.manage',
      programs: 'never',
      body: contract.newUserBody,
      response: contract.managedUserSchema,
      status: 201,
      handle: ({ user, body }) => users.createUser(accounts, user, body),
    }),
    route({
      method: 'GET',
      path: '/users/:user_id',
      summary: 'A user',
      access: 'user.manage',
      response: contract.managedUserSchema,
      handle: ({ user, params }) => users.readManagedUser(accounts, db, user, params.user_id),
    }),
    route({
      method: 'PATCH',
      path: '/users/:user_id',
      logs: {
        event: 'user_changed',
        about: ({ params, body }) => ({ object: params.user_id, ...toRights(body) }),
      },
      summary: 'Change a user',
      access: 'user.manage',
      programs: 'never',
      subject: ({ params }) => users.readUser(db, params.user_id),
      body: contract.userPatchBody,
      response: contract.managedUserSchema,
      handle: ({ user, params, body }) => users.changeUser(accounts, user, params.user_id, body),
    }),
    route({
      method: 'GET',
      path: '/users/:user_id/sessions',
      summary: 'Sessions of a user, newest first',
      access: 'user.manage',
      programs: 'never',
      query: paging,
      response: listOf(listedSessionSchema),
      handle: async ({ user, params, query }) =>
        toPage(await users.listSessionsOf(accounts, user, params.user_id, query), query),
    }),
    route({
      method: 'DELETE',
      path: '/users/:user_id/sessions',
      logs: { event: 'sessions_ended', about: ({ params }) => ({ object: params.user_id }) },
      summary: 'End all sessions of a user',
      access: 'user.manage',
      programs: 'never',
      handle: ({ user, params }) => users.endSessionsOf(accounts, user, params.user_id),
    }),
    route({
      method: 'DELETE',
      path: '/users/:user_id/second-factor',
      logs: { event: 'second_factor_reset', about: ({ params }) => ({ object: params.user_id }) },
      summary: 'Remove the second factors of a user and end their sessions',
      access: 'user.manage',
      programs: 'never',
      handle: ({ user, params }) => users.resetSecondFactorOf(accounts, user, params.user_id),
    }),
    route({
      method: 'DELETE',
      path: '/users/:user_id',
      logs: { event: 'user_deleted', about: ({ params }) => ({ object: params.user_id }) },
      summary: 'Delete a user',
      access: 'user.manage',
      programs: 'never',
      handle: ({ user, params }) => users.deleteUser(accounts, user, params.user_id),
    }),
  ];
}

/** Fields of a request body that grant or revoke rights. */
function toRights({ role, is_active, group_ids, password }: contract.UserPatch): About {
  return { role, is_active, group_ids, ...(password === undefined ? {} : { password: 'set' }) };
}
