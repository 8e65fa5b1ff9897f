import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleMission } from '../visibility.ts';
import { clockBody, clocksSchema } from './contract.ts';
import { changeClock, readClocks } from './service.ts';

/** The clocks of the hosts that write alerts. */
export function missionClockRoutes(clocks: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/clocks',
      summary: "By how much the hosts' clocks are ahead, as measured from accepted alerts and as confirmed",
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(clocks.db, user, params.mission_id),
      response: clocksSchema,
      handle: ({ params }) => readClocks(clocks, params.mission_id),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/clocks',
      summary: 'Say by how much the clock of a host is ahead, or with null that it is right',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireVisibleMission(clocks.db, user, params.mission_id),
      body: clockBody,
      response: clocksSchema,
      handle: ({ user, params, body }) => changeClock(clocks, user, params.mission_id, body),
    }),
  ];
}
