import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Route, route } from '../../http/route.ts';
import { enterByDirectory } from '../identities/enter.ts';
import { signInToStay } from '../renewals/cookie.ts';
import { type Session, type Stay, sessionSchema } from '../sessions/contract.ts';
import type { Accounts, Origin } from '../sessions/service.ts';
import * as contract from './contract.ts';
import { logIn, logInWithSecondFactor, type SessionWithCookies, type SignInFrom } from './service.ts';

/** Signing in: with a password, and with a second factor where there is one. */
export function signInRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/login',
      logs: {
        event: 'signed_in',
        refused: (code) => (code === 'second_factor_required' ? 'second_factor_asked' : 'sign_in_failed'),
        about: ({ result }) => ({ user_id: result.user.id }),
      },
      summary: 'Sign in',
      access: 'public',
      body: contract.loginBody,
      response: sessionSchema,
      handle: ({ body: { stay, provider, ...body }, ...call }) =>
        signInToStay(call, stay, async (origin) => {
          const from = toFrom(call, origin);
          const entered =
            provider === undefined
              ? logIn(accounts, body, from)
              : enterByDirectory(accounts, { ...body, provider, login: body.email }, from);
          return answer(call, stay, await entered);
        }),
    }),
    route({
      method: 'POST',
      path: '/auth/login/second-factor',
      logs: {
        event: 'signed_in',
        refused: 'sign_in_failed',
        about: ({ result, body }) => ({ user_id: result.user.id, second_factor: nameMethod(body) }),
      },
      summary: 'Complete the sign-in with a second factor',
      access: 'public',
      body: contract.secondStepBody,
      response: sessionSchema,
      handle: ({ body: { stay, ...body }, ...call }) =>
        signInToStay(call, stay, async (origin) =>
          answer(call, stay, await logInWithSecondFactor(accounts, body, toFrom(call, origin))),
        ),
    }),
  ];
}

type Call = { address: string; isTls: boolean; request: IncomingMessage; response: ServerResponse };

function toFrom(call: Call, origin: Origin): SignInFrom {
  return { origin, cookies: call.request.headers.cookie, isTls: call.isTls };
}

/** Programs, which don't ask to stay signed in, get no cookies. */
function answer({ response }: Call, stay: Stay, { session, cookies }: SessionWithCookies): Session {
  if (stay !== undefined) response.setHeader('Set-Cookie', cookies);
  return session;
}

function nameMethod({ code, recovery_code }: { code?: unknown; recovery_code?: unknown }): string {
  return code !== undefined ? 'totp' : recovery_code !== undefined ? 'recovery_code' : 'passkey';
}
