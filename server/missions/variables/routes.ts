import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { testSchema } from '../contract.ts';
import { requireVisibleMission, requireVisibleTest } from '../visibility.ts';
import { missionVariablesSchema, variablesBody } from './contract.ts';
import { changeTestVariables, readMissionValues } from './service.ts';

/** The variables of a mission's commands, and overrides in a test. */
export function missionVariableRoutes(tests: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/variables',
      summary: "Values of a mission's variables, and the variables in the commands of its tests",
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(tests.db, user, params.mission_id),
      response: missionVariablesSchema,
      handle: ({ params }) => readMissionValues(tests.db, params.mission_id),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/tests/:test_id/variables',
      summary: 'Set or remove variable values of a test',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleTest(tests.db, user, params),
      body: variablesBody,
      response: testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body, request }) =>
        changeTestVariables(tests, user, params, body.variables, request.headers['if-match']),
    }),
  ];
}
