import { type Route, route } from '../../http/route.ts';
import type { Log } from '../../log.ts';
import { signInToStay } from '../renewals/cookie.ts';
import { sessionSchema } from '../sessions/contract.ts';
import type { Accounts } from '../sessions/service.ts';
import * as contract from './contract.ts';
import * as setup from './service.ts';

type SetupRoutes = Accounts & { log: Log; loadBundledCatalogue: () => Promise<void> };

/** Creating the first administrator. */
export function setupRoutes({ log, loadBundledCatalogue, ...accounts }: SetupRoutes): Route[] {
  return [
    route({
      method: 'GET',
      path: '/setup',
      summary: 'Whether the first administrator is still missing',
      access: 'public',
      response: contract.setupStateSchema,
      handle: async () => ({ required: await setup.isSetupRequired(accounts.db) }),
    }),
    route({
      method: 'POST',
      path: '/setup',
      logs: { event: 'set_up', about: ({ result }) => ({ user_id: result.user.id }) },
      summary: 'Create the first administrator with the install token',
      access: 'public',
      body: contract.setupBody,
      response: sessionSchema,
      status: 201,
      handle: async ({ body: { stay, ...body }, ...call }) => {
        const session = await signInToStay(call, stay, (origin) => setup.setUp(accounts, body, origin));
        if (body.load_catalog) {
          // The administrator already exists: an unreadable catalogue must not look like a failed setup.
          await loadBundledCatalogue().catch((error: unknown) => {
            log.error({
              event: 'setup_catalogue_failed',
              error: error instanceof Error ? error.name : 'unknown',
            });
          });
        }
        return session;
      },
    }),
  ];
}
