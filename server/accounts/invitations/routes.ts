import { type Route, route } from '../../http/route.ts';
import { listOf, paging, toPage } from '../../paging.ts';
import { signInToStay } from '../renewals/cookie.ts';
import { sessionSchema } from '../sessions/contract.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as invitations from './service.ts';

/** Invitations, and accepting one. */
export function invitationRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/invitations',
      summary: 'Open invitations',
      access: 'user.manage',
      query: paging,
      response: listOf(contract.invitationSchema),
      handle: async ({ user, query }) =>
        toPage(await invitations.listInvitations(accounts, user, query), query),
    }),
    route({
      method: 'POST',
      path: '/invitations',
      logs: {
        event: 'invitation_created',
        about: ({ body: { role, group_ids }, result }) => ({ object: result.id, role, group_ids }),
      },
      summary: 'Invite someone; the token is shown only now',
      access: 'user.manage',
      programs: 'never',
      body: contract.invitationBody,
      response: contract.newInvitationSchema,
      status: 201,
      handle: ({ user, body }) => invitations.invite(accounts, user, body),
    }),
    route({
      method: 'DELETE',
      path: '/invitations/:invitation_id',
      logs: { event: 'invitation_withdrawn', about: ({ params }) => ({ object: params.invitation_id }) },
      summary: 'Withdraw an invitation',
      access: 'user.manage',
      programs: 'never',
      handle: ({ user, params }) => invitations.withdrawInvitation(accounts, user, params.invitation_id),
    }),
    route({
      method: 'POST',
      path: '/invitations/preview',
      summary: 'The invitation of a token; a POST, so that no log of addresses contains the token',
      access: 'public',
      body: contract.previewBody,
      response: contract.previewSchema,
      handle: ({ body }) => invitations.previewInvitation(accounts, body.token),
    }),
    route({
      method: 'POST',
      path: '/invitations/accept',
      logs: {
        event: 'invitation_accepted',
        about: ({ result }) => ({ user_id: result.user.id, role: result.user.role }),
      },
      summary: 'Create the invited account and sign in',
      access: 'public',
      body: contract.acceptBody,
      response: sessionSchema,
      status: 201,
      handle: ({ body: { stay, ...body }, ...call }) =>
        signInToStay(call, stay, (origin) => invitations.acceptInvitation(accounts, body, origin)),
    }),
  ];
}
