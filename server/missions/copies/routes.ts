import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { missionSchema } from '../contract.ts';
import { requireVisibleMission } from '../visibility.ts';
import { cloneBody } from './contract.ts';
import { cloneMission } from './service.ts';

/** Missions made from the plan of another one. */
export function missionCopyRoutes(missions: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/clone',
      summary: 'Create a mission from the plan of another one, without results',
      access: 'mission.create',
      subject: ({ user, params }) => requireVisibleMission(missions.db, user, params.mission_id),
      body: cloneBody,
      response: missionSchema,
      status: 201,
      handle: ({ user, params, body }) => cloneMission(missions, user, params.mission_id, body),
    }),
  ];
}
