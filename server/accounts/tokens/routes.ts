import { type Route, route } from '../../http/route.ts';
import { listOf, paging, toPage } from '../../paging.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as tokens from './service.ts';

/** Tokens of programs. None of these operations takes one. */
export function tokenRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/tokens',
      summary: "The caller's tokens for programs, newest first",
      access: 'user',
      programs: 'never',
      query: paging,
      response: listOf(contract.programTokenSchema),
      handle: async ({ user, query }) =>
        toPage(await tokens.listTokens(accounts, user, user.id, query), query),
    }),
    route({
      method: 'GET',
      path: '/tokens/all',
      summary: 'Tokens for programs of everybody, newest first',
      access: { roles: ['admin'] },
      programs: 'never',
      query: paging,
      response: listOf(contract.programTokenSchema),
      handle: async ({ user, query }) => toPage(await tokens.listTokens(accounts, user, null, query), query),
    }),
    route({
      method: 'POST',
      path: '/tokens',
      logs: {
        event: 'token_created',
        about: ({ body: { scopes, mission_id }, result }) => ({
          object: result.id,
          of: result.owner.id,
          scopes,
          mission_id: mission_id ?? undefined,
        }),
      },
      summary: 'Create a token for a program; it is shown only now',
      access: 'user',
      programs: 'never',
      body: contract.newTokenBody,
      response: contract.newTokenSchema,
      status: 201,
      handle: ({ user, body }) => tokens.createToken(accounts, user, body),
    }),
    route({
      method: 'DELETE',
      path: '/tokens/:token_id',
      logs: { event: 'token_ended', about: ({ params }) => ({ object: params.token_id }) },
      summary: "End one of the caller's tokens, or as an administrator anybody's",
      access: 'user',
      programs: 'never',
      handle: ({ user, params }) => tokens.endToken(accounts, user, params.token_id),
    }),
  ];
}
