import { type Route, route } from '../../http/route.ts';
import { originOf } from '../origin.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as secondFactor from './service.ts';

/** Second factors: an authenticator app and recovery codes. */
export function secondFactorRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/auth/second-factor',
      summary: 'Second factors of the caller',
      access: 'user',
      programs: 'never',
      response: contract.secondFactorSchema,
      handle: ({ user, ...call }) => secondFactor.readSecondFactor(accounts, user, originOf(call).host),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/totp',
      logs: { event: 'totp_begun', refused: 'second_factor_failed' },
      summary: 'Start adding an authenticator app; the secret is shown only now',
      access: 'user',
      programs: 'never',
      body: contract.proofBody,
      response: contract.newTotpSchema,
      handle: ({ user, body, ...call }) => secondFactor.beginTotp(accounts, user, body, originOf(call)),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/totp/confirm',
      logs: { event: 'totp_added', refused: 'second_factor_failed' },
      summary:
        "Add the app with its first code, and end the caller's other sessions; recovery codes come with the first factor",
      access: 'user',
      programs: 'never',
      body: contract.codeBody,
      response: contract.addedSchema,
      handle: ({ user, body, ...call }) => secondFactor.confirmTotp(accounts, user, body, originOf(call)),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/totp/removal',
      logs: { event: 'totp_removed', refused: 'second_factor_failed' },
      summary: "Remove the authenticator app, and end the caller's other sessions",
      access: 'user',
      programs: 'never',
      body: contract.proofBody,
      handle: ({ user, body, ...call }) => secondFactor.removeTotp(accounts, user, body, originOf(call)),
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/recovery-codes',
      logs: { event: 'recovery_codes_made', refused: 'second_factor_failed' },
      summary: "Create new recovery codes, shown only now; the old codes and the caller's other sessions end",
      access: 'user',
      programs: 'never',
      body: contract.proofBody,
      response: contract.recoveryCodesSchema,
      handle: ({ user, body, ...call }) =>
        secondFactor.renewRecoveryCodes(accounts, user, body, originOf(call)),
    }),
  ];
}
