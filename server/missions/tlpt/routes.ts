import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleMission } from '../visibility.ts';
import { tlptPatchBody, tlptSchema } from './contract.ts';
import * as service from './service.ts';

/** Missions as threat-led penetration tests. */
export function tlptRoutes(missions: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/tlpt',
      summary:
        'A mission as a threat-led penetration test: parties, scope, days, deadlines, flags, leg-ups, deviations',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(missions.db, user, params.mission_id),
      response: tlptSchema,
      version: service.versionOf,
      handle: ({ params }) => service.readTlpt(missions, params.mission_id),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/tlpt',
      summary: 'Change the record of a threat-led penetration test; lists are replaced as a whole',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(missions.db, user, params.mission_id),
      body: tlptPatchBody,
      response: tlptSchema,
      version: service.versionOf,
      handle: ({ user, params, body, request }) =>
        service.changeTlpt(missions, user, params.mission_id, body, request.headers['if-match']),
    }),
  ];
}
