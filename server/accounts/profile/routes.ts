import { type Route, route } from '../../http/route.ts';
import { originOf } from '../origin.ts';
import type { Accounts } from '../sessions/service.ts';
import { userSchema } from '../users/contract.ts';
import * as contract from './contract.ts';
import * as profile from './service.ts';

/** Operations of the signed-in user on their own account. */
export function profileRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/auth/me',
      summary: 'The signed-in user; of a token, the user for whom it acts, with its scopes as permissions',
      access: 'user',
      programs: 'always',
      response: userSchema,
      handle: ({ user }) => profile.readProfile(accounts, user),
    }),
    route({
      method: 'PATCH',
      path: '/auth/me',
      summary: "Change the caller's name and preferences",
      access: 'user',
      programs: 'never',
      body: contract.profileBody,
      response: userSchema,
      handle: ({ user, body }) => profile.changeProfile(accounts, user, body),
    }),
    route({
      method: 'POST',
      path: '/auth/password',
      logs: { event: 'password_changed', refused: 'password_change_failed' },
      summary:
        "Change the caller's password, with a second factor where there is one, and end the other sessions",
      access: 'user',
      programs: 'never',
      body: contract.passwordBody,
      handle: ({ user, body, ...call }) => profile.changePassword(accounts, user, body, originOf(call)),
    }),
  ];
}
