import { redRoles } from '../../../domain/sides.ts';
import { type Route, route } from '../../http/route.ts';
import { testSchema } from '../contract.ts';
import { requireVisibleScenario } from '../scenarios/service.ts';
import { moveTest } from '../transfers/service.ts';
import { requireVisibleTest } from '../visibility.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Plan of a mission's tests and their order: add, change, move. */
export function missionPlanRoutes(plans: service.Plans): Route[] {
  const { db } = plans;
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/scenarios/:scenario_id/tests',
      summary: 'Add tests to a scenario: one by hand, or copies of test templates or of C2 tasks',
      access: 'mission.update',
      alsoNeeds: (body) => (body.test_template_ids === undefined ? [] : ['test_template.read']),
      alsoNeedsRole: (body) => (body.engagement_id === undefined ? [] : [redRoles]),
      subject: ({ user, params }) => requireVisibleScenario(db, user, params),
      body: contract.newTestsBody,
      response: contract.newTests,
      status: 201,
      handle: async ({ user, params, body, admitAgain }) => ({
        tests: await service.addTests(plans, user, params, body, admitAgain),
      }),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/tests/:test_id/plan',
      summary: 'Change the plan of a test; its template stays unchanged',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: contract.planPatchBody,
      response: testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body, request }) =>
        service.changePlan(plans, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/move',
      summary:
        'Move a test to a position in a scenario of its mission, or with everything recorded in it of another',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: contract.testPlaceBody,
      response: testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body: { mission_id = params.mission_id, ...body } }) =>
        mission_id === params.mission_id
          ? service.placeTest(plans, user, params, body)
          : moveTest(plans, user, params, { mission_id, ...body }),
    }),
  ];
}
