import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { missionSchema } from '../contract.ts';
import { requireVisibleMission } from '../visibility.ts';
import { retestBody } from './contract.ts';
import { makeRetest } from './service.ts';

/** Retests of missions. */
export function missionRetestRoutes(missions: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/retest',
      summary: 'Create a retest mission with the tests of another mission',
      access: 'mission.create',
      subject: ({ user, params }) => requireVisibleMission(missions.db, user, params.mission_id),
      body: retestBody,
      response: missionSchema,
      status: 201,
      handle: ({ user, params, body }) => makeRetest(missions, user, params.mission_id, body),
    }),
  ];
}
