import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { requireOrganisation } from '../../organisations/service.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Gaps of organisations. */
export function gapRoutes(parts: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organisations/:organisation_id/gaps',
      summary:
        'Gaps of an organisation: techniques of chosen threats that were not tested or not detected, largest gap first',
      access: 'mission.read',
      subject: ({ user, params }) => requireOrganisation(parts.db, user, params.organisation_id),
      query: contract.gapsQuery,
      response: contract.gapsSchema,
      handle: ({ user, params, query }) => service.readGaps(parts, user, params.organisation_id, query),
    }),
  ];
}
