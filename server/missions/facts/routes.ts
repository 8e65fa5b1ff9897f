import type { Services } from '../../database/services.ts';
import { factListSchema, factPatchBody, factSchema, newFactBody } from '../../facts/contract.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleTest } from '../visibility.ts';
import { testFacts } from './service.ts';

/** Facts of a mission's tests. */
export function missionFactRoutes(tests: Services): Route[] {
  const { db } = tests;
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/tests/:test_id/facts',
      summary: 'Detections of a test, oldest first',
      access: 'mission.read',
      response: factListSchema,
      handle: ({ user, params }) => testFacts.list(db, user, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/facts',
      summary: 'Add a detection; the detection level follows unless a person has set it',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: newFactBody,
      response: factSchema,
      status: 201,
      version: (fact) => fact.updated_at,
      handle: ({ user, params, body }) => testFacts.add(tests, user, params, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/tests/:test_id/facts/:fact_id',
      summary: 'A detection of a test',
      access: 'mission.read',
      response: factSchema,
      version: (fact) => fact.updated_at,
      handle: ({ user, params }) => testFacts.read(db, user, params),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/tests/:test_id/facts/:fact_id',
      summary: 'Change a detection',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: factPatchBody,
      response: factSchema,
      version: (fact) => fact.updated_at,
      handle: ({ user, params, body, request }) =>
        testFacts.change(tests, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/tests/:test_id/facts/:fact_id',
      summary: 'Delete a detection',
      access: 'mission.write_blue_fields',
      handle: ({ user, params }) => testFacts.remove(tests, user, params),
    }),
  ];
}
