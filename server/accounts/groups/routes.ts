import { permissions } from '../../../domain/permissions.ts';
import { type About, type Route, route } from '../../http/route.ts';
import { listOf, toPage } from '../../paging.ts';
import { permissionDescriptions } from '../../permissions.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as groups from './service.ts';

/** Groups, and the permissions that they can grant. */
export function groupRoutes(accounts: Accounts): Route[] {
  const { db } = accounts;
  return [
    route({
      method: 'GET',
      path: '/groups',
      summary: 'Groups',
      access: 'user.manage',
      query: contract.groupListQuery,
      response: listOf(contract.groupSchema),
      handle: async ({ query }) => toPage(await groups.listGroups(db, query), query),
    }),
    route({
      method: 'POST',
      path: '/groups',
      logs: {
        event: 'group_created',
        about: ({ body, result }) => ({ object: result.id, ...toRights(body) }),
      },
      summary: 'Create a group',
      access: 'user.manage',
      programs: 'never',
      body: contract.groupBody,
      response: contract.groupSchema,
      status: 201,
      handle: ({ user, body }) => groups.createGroup(accounts, user, body),
    }),
    route({
      method: 'GET',
      path: '/groups/:group_id',
      summary: 'A group',
      access: 'user.manage',
      response: contract.groupSchema,
      handle: ({ params }) => groups.readGroup(db, params.group_id),
    }),
    route({
      method: 'PATCH',
      path: '/groups/:group_id',
      logs: {
        event: 'group_changed',
        about: ({ params, body }) => ({ object: params.group_id, ...toRights(body) }),
      },
      summary: 'Change a group',
      access: 'user.manage',
      programs: 'never',
      subject: ({ params }) => groups.readGroup(db, params.group_id),
      body: contract.groupPatchBody,
      response: contract.groupSchema,
      handle: ({ user, params, body }) => groups.changeGroup(accounts, user, params.group_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/groups/:group_id',
      logs: { event: 'group_deleted', about: ({ params }) => ({ object: params.group_id }) },
      summary: 'Delete a group',
      access: 'user.manage',
      programs: 'never',
      handle: ({ user, params }) => groups.removeGroup(accounts, user, params.group_id),
    }),
    route({
      method: 'GET',
      path: '/permissions',
      summary: 'Every permission with what it allows',
      access: 'user',
      programs: 'always',
      response: contract.permissionListSchema,
      handle: async () => permissions.map((name) => ({ name, description: permissionDescriptions[name] })),
    }),
  ];
}

/** Fields of a request body that grant or revoke rights. */
function toRights({ permissions, member_ids }: contract.GroupPatch): About {
  return { permissions, member_ids };
}
