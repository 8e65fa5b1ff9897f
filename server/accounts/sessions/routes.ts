import { type Route, route } from '../../http/route.ts';
import * as contract from './contract.ts';
import * as sessions from './service.ts';

/** Signing in, staying signed in and signing out. */
export function sessionRoutes(accounts: sessions.Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/login',
      logs: {
        event: 'signed_in',
        refused: 'sign_in_failed',
        about: ({ result }) => ({ user_id: result.user.id }),
      },
      summary: 'Sign in',
      access: 'public',
      body: contract.loginBody,
      response: contract.sessionSchema,
      handle: ({ body, address }) => sessions.logIn(accounts, body, address),
    }),
    route({
      method: 'POST',
      path: '/auth/renew',
      summary: 'A fresh token for a live session, at most 12 hours after sign-in',
      access: 'user',
      response: contract.sessionSchema,
      handle: ({ user }) => sessions.renew(accounts, user),
    }),
    route({
      method: 'POST',
      path: '/auth/logout',
      logs: { event: 'signed_out' },
      summary: 'End the session and its tokens',
      access: 'user',
      handle: ({ user }) => sessions.logOut(accounts, user),
    }),
  ];
}
