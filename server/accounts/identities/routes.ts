import { type Route, route } from '../../http/route.ts';
import { originOf } from '../origin.ts';
import { signInToStay } from '../renewals/cookie.ts';
import type { Accounts } from '../sessions/service.ts';
import { offeredProvidersSchema } from '../sign-in-providers/contract.ts';
import * as contract from './contract.ts';
import { bindBrowser, readBrowser } from './cookie.ts';
import { begin, enterByProvider, hereOf, listOffered, takeAnswer } from './enter.ts';
import * as identities from './service.ts';

/** Signing in with the organisation's accounts, and the identities of an account. */
export function identityRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/auth/providers',
      summary: "The organisation's ways to sign in that the sign-in page offers",
      access: 'public',
      response: offeredProvidersSchema,
      handle: async () => listOffered(accounts),
    }),
    route({
      method: 'POST',
      path: '/auth/provider/begin',
      summary: 'Begin a sign-in at an OpenID provider; the browser goes to the address in the response',
      access: 'public',
      body: contract.beginBody,
      response: contract.beginSchema,
      handle: ({ body, ...call }) =>
        begin(accounts, { ...body, stay: body.stay, link: null }, hereOf(call), bindBrowser(call)),
    }),
    route({
      method: 'POST',
      path: '/auth/provider/finish',
      logs: {
        event: 'signed_in',
        refused: (code) => (code === 'second_factor_required' ? 'second_factor_asked' : 'sign_in_failed'),
        about: ({ result, body }) => ({ user_id: result.session.user.id, provider: body.provider }),
      },
      summary: "Sign in with the provider's answer, in the browser that began",
      access: 'public',
      body: contract.answerBody,
      response: contract.enteredSchema,
      handle: async ({ body, ...call }) => {
        const taken = await takeAnswer(accounts, body, readBrowser(call.request));
        const session = await signInToStay(call, taken.asked.stay, async (origin) => {
          const from = { origin, cookies: call.request.headers.cookie, isTls: call.isTls };
          return (await enterByProvider(accounts, taken, from)).session;
        });
        return { session, next: taken.asked.next };
      },
    }),
    route({
      method: 'GET',
      path: '/auth/provider/sign-out',
      summary: "Where the provider of the caller's session signs them out as well",
      access: 'user',
      programs: 'never',
      response: contract.signOutSchema,
      handle: ({ user, ...call }) => identities.findSignOut(accounts, user, hereOf(call)),
    }),
    route({
      method: 'GET',
      path: '/auth/identities',
      summary: "The caller's identities at their organisation",
      access: 'user',
      programs: 'never',
      response: contract.identitiesSchema,
      handle: ({ user }) => identities.listOwn(accounts, user),
    }),
    route({
      method: 'POST',
      path: '/auth/identities/begin',
      logs: { event: 'link_begun', refused: 'link_failed' },
      summary:
        'Begin to link an identity of an OpenID provider; the browser goes to the address in the response',
      access: 'user',
      programs: 'never',
      body: contract.linkBody,
      response: contract.beginSchema,
      handle: ({ user, body, ...call }) =>
        identities.beginLink(accounts, user, body, {
          origin: originOf(call),
          here: hereOf(call),
          browser: bindBrowser(call),
        }),
    }),
    route({
      method: 'POST',
      path: '/auth/identities',
      logs: {
        event: 'identity_linked',
        refused: 'link_failed',
        about: ({ result }) => ({ object: result.id }),
      },
      summary: "Link the identity in the provider's answer with the caller's account",
      access: 'user',
      programs: 'never',
      body: contract.answerBody,
      response: contract.identitySchema,
      status: 201,
      handle: ({ user, body, ...call }) =>
        identities.finishLink(accounts, user, body, readBrowser(call.request)),
    }),
    route({
      method: 'POST',
      path: '/auth/identities/directory',
      logs: {
        event: 'identity_linked',
        refused: 'link_failed',
        about: ({ result }) => ({ object: result.id }),
      },
      summary: "Link someone of a directory with the caller's account, by their name and password there",
      access: 'user',
      programs: 'never',
      body: contract.linkDirectoryBody,
      response: contract.identitySchema,
      status: 201,
      handle: ({ user, body, ...call }) => identities.linkDirectory(accounts, user, body, originOf(call)),
    }),
    route({
      method: 'DELETE',
      path: '/auth/identities/:identity_id',
      logs: { event: 'identity_unlinked', about: ({ params }) => ({ object: params.identity_id }) },
      summary: "Unlink an identity from the caller's account, and end its sessions",
      access: 'user',
      programs: 'never',
      handle: ({ user, params }) => identities.unlink(accounts, user, params.identity_id),
    }),
  ];
}
