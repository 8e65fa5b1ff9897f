import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { missionSchema } from '../contract.ts';
import { requireVisibleMission } from '../visibility.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Hides parts of a mission from some of its members, and reveals them. */
export function missionHidingRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/hide',
      summary: 'Hide scenarios and tests from members who do not see hidden ones, or have them follow again',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.hiddenBody,
      response: missionSchema,
      handle: ({ user, params, body }) => service.hide(missions, user, params.mission_id, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/reveal',
      summary:
        'Say when hidden scenarios, tests or all of a mission are revealed; `now` can be taken back for ten seconds',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.revealBody,
      response: missionSchema,
      handle: ({ user, params, body }) => service.scheduleReveal(missions, user, params.mission_id, body),
    }),
  ];
}
