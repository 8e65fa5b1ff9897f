import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { missionSchema, testSchema } from '../contract.ts';
import { requireVisibleScenario } from '../scenarios/service.ts';
import { requireVisibleTest } from '../visibility.ts';
import { scenarioTransferBody, testTransferBody } from './contract.ts';
import * as service from './service.ts';

/** Scenarios and tests that go to another mission, or are copied there, with everything recorded in them. */
export function missionTransferRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/scenarios/:scenario_id/move',
      summary: 'Move a scenario with everything recorded in it to another mission',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleScenario(db, user, params),
      body: scenarioTransferBody,
      response: missionSchema,
      handle: ({ user, params, body }) => service.moveScenario(missions, user, params, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/scenarios/:scenario_id/copy',
      summary: 'Copy a scenario with everything recorded in it to a mission',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleScenario(db, user, params),
      body: scenarioTransferBody,
      response: missionSchema,
      status: 201,
      handle: ({ user, params, body }) => service.copyScenario(missions, user, params, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/copy',
      summary: 'Copy a test with everything recorded in it to a scenario of a mission',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: testTransferBody,
      response: testSchema,
      status: 201,
      version: (test) => test.updated_at,
      handle: ({ user, params, body }) => service.copyTest(missions, user, params, body),
    }),
  ];
}
