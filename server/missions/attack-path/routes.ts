import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { testSchema } from '../contract.ts';
import { requireVisibleMission, requireVisibleTest } from '../visibility.ts';
import { followsBody, pathSchema } from './contract.ts';
import { changeFollows, readPath } from './service.ts';

/** The attack path of a mission: which test follows which. */
export function missionPathRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/path',
      summary: 'Attack path of a mission: which test follows which',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      response: pathSchema,
      handle: ({ params }) => readPath(db, params.mission_id),
    }),
    route({
      method: 'PUT',
      path: '/missions/:mission_id/tests/:test_id/follows',
      summary: 'Replace the tests that a test follows in the attack path',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: followsBody,
      response: testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body, request }) =>
        changeFollows(missions, user, params, body.follows, request.headers['if-match']),
    }),
  ];
}
