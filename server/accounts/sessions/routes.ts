import { type Route, route } from '../../http/route.ts';
import { listOf, paging, toPage } from '../../paging.ts';
import { confirmSession } from '../identities/confirm.ts';
import { deleteCookie } from '../renewals/cookie.ts';
import * as contract from './contract.ts';
import * as sessions from './service.ts';

/** Staying signed in and signing out. */
export function sessionRoutes(accounts: sessions.Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/renew',
      summary: 'Renew the token of a live session, until 11 hours after sign-in; each lasts an hour',
      access: 'user',
      programs: 'never',
      response: contract.sessionSchema,
      handle: async ({ user }) => {
        await confirmSession(accounts, user.sessionId);
        return sessions.renew(accounts, user);
      },
    }),
    route({
      method: 'POST',
      path: '/auth/ticket',
      summary: "A one-time ticket, valid for 30 seconds, for a request that can't carry a token",
      access: 'user',
      programs: 'never',
      response: contract.ticketSchema,
      handle: async ({ user }) => sessions.issueTicket(accounts, user),
    }),
    route({
      method: 'POST',
      path: '/auth/logout',
      logs: { event: 'signed_out' },
      summary: 'End the session and its tokens',
      access: 'user',
      programs: 'never',
      handle: async ({ user, ...exchange }) => {
        if (await sessions.logOut(accounts, user)) deleteCookie(exchange);
      },
    }),
    route({
      method: 'GET',
      path: '/auth/sessions',
      summary: 'Sessions of the caller, newest first',
      access: 'user',
      programs: 'never',
      query: paging,
      response: listOf(contract.listedSessionSchema),
      handle: async ({ user, query }) =>
        toPage(await sessions.listSessions(accounts, user, user.id, query), query),
    }),
    route({
      method: 'DELETE',
      path: '/auth/sessions/:session_id',
      logs: { event: 'session_ended', about: ({ params }) => ({ object: params.session_id }) },
      summary: 'End a session of the caller and its tokens',
      access: 'user',
      programs: 'never',
      handle: ({ user, params }) => sessions.endSession(accounts, user, params.session_id),
    }),
  ];
}
