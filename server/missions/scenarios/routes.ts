import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { missionSchema, scenarioSchema } from '../contract.ts';
import { requireVisibleMission } from '../visibility.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** The scenarios of a mission: name, delete and restore, reorder, and reorder their tests. */
export function missionScenarioRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'PUT',
      path: '/missions/:mission_id/scenarios/order',
      summary: 'Set the order of all scenarios of a mission',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.scenarioOrderBody,
      response: missionSchema,
      handle: ({ user, params, body }) =>
        service.orderScenarios(missions, user, params.mission_id, body.scenario_ids),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/scenarios/:scenario_id',
      summary: 'Change the name or description of a scenario; its template stays unchanged',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireVisibleScenario(db, user, params),
      body: contract.scenarioPatchBody,
      shows: scenarioSchema,
      response: missionSchema,
      handle: ({ user, params, body }) => service.changeScenario(missions, user, params, body),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/scenarios/:scenario_id',
      summary: 'Delete a scenario without tests',
      access: 'mission.update',
      handle: ({ user, params }) => service.removeScenario(missions, user, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/scenarios/:scenario_id/restore',
      summary: 'Restore a removed scenario to its place',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireRemovedScenario(db, user, params),
      response: missionSchema,
      handle: ({ user, params }) => service.restoreScenario(missions, user, params),
    }),
    route({
      method: 'PUT',
      path: '/missions/:mission_id/scenarios/:scenario_id/order',
      summary: 'Set the order of all tests of a scenario',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireVisibleScenario(db, user, params),
      body: contract.testOrderBody,
      response: missionSchema,
      handle: ({ user, params, body }) => service.orderTests(missions, user, params, body.test_ids),
    }),
  ];
}
