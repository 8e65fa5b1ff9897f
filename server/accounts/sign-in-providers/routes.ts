import { type Route, route } from '../../http/route.ts';
import { hereOf } from '../identities/enter.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as providers from './service.ts';

/** The organisation's ways to sign in, for people who run the system. */
export function signInProviderRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/sign-in-providers',
      summary: "The organisation's ways to sign in, as configured; never a secret",
      access: 'system.manage',
      response: contract.providersSchema,
      handle: (call) => providers.listProviders(accounts, hereOf(call)),
    }),
    route({
      method: 'POST',
      path: '/sign-in-providers/test',
      logs: {
        event: 'provider_tested',
        about: ({ body, result }) => ({ provider: body.id, works: result.works }),
      },
      summary: 'Try a way to sign in, up to the first fault',
      access: 'system.manage',
      programs: 'never',
      body: contract.testBody,
      response: contract.testSchema,
      handle: ({ body, ...call }) => providers.testProvider(accounts, body.id, hereOf(call)),
    }),
  ];
}
