import { redRoles } from '../../../domain/sides.ts';
import { requireEngagement } from '../../engagements/service.ts';
import { type Route, route } from '../../http/route.ts';
import type { Principal } from '../../permissions.ts';
import * as frameworks from '../frameworks/contract.ts';
import { refuseC2Error } from '../frameworks/failures.ts';
import * as contract from './contract.ts';
import * as configs from './service.ts';

const operators = { roles: redRoles };

/** An engagement's C2 configuration, and lists from its framework. */
export function configurationRoutes(c2: configs.C2): Route[] {
  const { db } = c2;
  const requireConfigurable = async (user: Principal, engagementId: string): Promise<void> => {
    await requireEngagement(db, user, engagementId);
    configs.requireKey(c2);
  };
  return [
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2-config',
      summary: 'The C2 connection, without its token',
      access: operators,
      programs: ['mission.read'],
      subject: ({ user, params }) => requireConfigurable(user, params.engagement_id),
      response: contract.configSchema,
      handle: ({ params }) => configs.readConfig(c2, params.engagement_id),
    }),
    route({
      method: 'PUT',
      path: '/engagements/:engagement_id/c2-config',
      logs: { event: 'c2_config_changed', about: ({ params }) => ({ object: params.engagement_id }) },
      summary:
        'Set the C2 connection; without a token the stored one stays for the same framework, address, tls and tls_fingerprint',
      access: operators,
      programs: 'never',
      subject: ({ user, params }) => requireConfigurable(user, params.engagement_id),
      body: contract.configBody,
      response: contract.configSchema,
      handle: ({ user, params, body }) => configs.writeConfig(c2, user, params.engagement_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/engagements/:engagement_id/c2-config',
      logs: { event: 'c2_config_deleted', about: ({ params }) => ({ object: params.engagement_id }) },
      summary: 'Delete the C2 connection and its token; returns what was deleted',
      access: operators,
      programs: 'never',
      subject: ({ user, params }) => requireConfigurable(user, params.engagement_id),
      response: contract.configSchema,
      handle: ({ user, params }) => configs.removeConfig(c2, user, params.engagement_id),
    }),
    route({
      method: 'POST',
      path: '/engagements/:engagement_id/c2-config/test',
      summary: 'Test the connection; a failure of the framework is `ok: false`',
      access: operators,
      programs: 'never',
      subject: ({ user, params }) => requireConfigurable(user, params.engagement_id),
      response: contract.connectionSchema,
      handle: ({ params }) => configs.testConfig(c2, params.engagement_id),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2/callbacks',
      summary: 'Callbacks that the framework lists',
      access: operators,
      programs: ['mission.read'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      response: frameworks.callbackList,
      handle: async ({ params }) => {
        const adapter = await configs.requireAdapter(c2, params.engagement_id);
        const { callbacks, leftOut } = await refuseC2Error(adapter.listCallbacks());
        return {
          left_out: leftOut,
          items: callbacks.map(({ externalId, lastSeenAt, ...callback }) => ({
            ...callback,
            external_id: externalId,
            last_seen_at: lastSeenAt,
          })),
        };
      },
    }),
  ];
}
