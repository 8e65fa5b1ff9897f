import { type Route, route } from '../../../http/route.ts';
import { originOf } from '../../origin.ts';
import type { Accounts } from '../../sessions/service.ts';
import * as contract from '../contract.ts';
import * as passkeys from './service.ts';

/** Passkeys as a second factor in addition to a password. */
export function passkeyRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/second-factor/passkeys/challenge',
      summary: "The passkey challenge for a change of the caller's password or second factors",
      access: 'user',
      programs: 'never',
      response: contract.passkeyDemandSchema,
      handle: ({ user, ...call }) => passkeys.demandPasskey(accounts, user, originOf(call).host),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/passkeys/offer',
      logs: { event: 'passkey_begun', refused: 'second_factor_failed' },
      summary: 'Start adding a passkey',
      access: 'user',
      programs: 'never',
      body: contract.proofBody,
      response: contract.passkeyOfferSchema,
      handle: ({ user, body, ...call }) => passkeys.beginPasskey(accounts, user, body, originOf(call)),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/passkeys',
      logs: { event: 'passkey_added', refused: 'second_factor_failed' },
      summary:
        "Add the passkey, and end the caller's other sessions; recovery codes come with the first factor",
      access: 'user',
      programs: 'never',
      body: contract.passkeyBody,
      response: contract.addedSchema,
      status: 201,
      handle: ({ user, body, ...call }) => passkeys.addPasskey(accounts, user, body, originOf(call)),
    }),
    route({
      method: 'PATCH',
      path: '/auth/second-factor/passkeys/:passkey_id',
      logs: { event: 'passkey_renamed', about: ({ params }) => ({ object: params.passkey_id }) },
      summary: 'Rename a passkey',
      access: 'user',
      programs: 'never',
      body: contract.passkeyPatchBody,
      shows: contract.passkeySchema,
      handle: ({ user, params, body }) =>
        passkeys.renamePasskey(accounts, user, params.passkey_id, body.name),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/passkeys/:passkey_id/removal',
      logs: {
        event: 'passkey_removed',
        refused: 'second_factor_failed',
        about: ({ params }) => ({ object: params.passkey_id }),
      },
      summary: "Remove a passkey, and end the caller's other sessions",
      access: 'user',
      programs: 'never',
      body: contract.proofBody,
      handle: ({ user, params, body, ...call }) =>
        passkeys.removePasskey(accounts, user, params.passkey_id, body, originOf({ ...call })),
    }),
  ];
}
