import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { testSchema } from '../contract.ts';
import * as service from './service.ts';

/** Tests of a mission without results: remove, and restore. */
export function missionRemovalRoutes(tests: Services): Route[] {
  const { db } = tests;
  return [
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/tests/:test_id',
      summary: 'Remove a test that was never executed and has no evidence',
      access: 'mission.update',
      handle: ({ user, params, request }) =>
        service.removeTest(tests, user, params, request.headers['if-match']),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/restore',
      summary: 'Restore a removed test to its place',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireRemovedTest(db, user, params),
      response: testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params }) => service.restoreTest(tests, user, params),
    }),
  ];
}
