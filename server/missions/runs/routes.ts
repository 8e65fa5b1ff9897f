import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { paging, toPage } from '../../paging.ts';
import { missionSchema, testSchema } from '../contract.ts';
import { requireVisibleMission, requireVisibleTest } from '../visibility.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Runs of tests: list closed ones, start the next, undo it. */
export function missionRunRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/tests/:test_id/runs',
      summary: 'Closed runs of a test in full, newest first',
      access: 'mission.read',
      query: paging,
      response: contract.closedRunList,
      handle: async ({ user, params, query }) =>
        toPage(await service.listRuns(db, user, params, query), query),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/runs',
      summary: 'Close the current run of a test and start the next',
      access: 'mission.write_red_fields',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: contract.newRunBody,
      response: testSchema,
      status: 201,
      version: (test) => test.updated_at,
      handle: ({ user, params, body }) => service.startRun(missions, user, params, body.reason),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/tests/:test_id/runs/latest',
      summary: 'Undo a new run without records',
      access: 'mission.write_red_fields',
      handle: ({ user, params }) => service.takeBackRun(missions, user, params),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/runs',
      summary: 'Retested tests of a mission: first run compared with last',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      response: contract.runComparisonSchema,
      handle: ({ params }) => service.compareMissionRuns(db, params.mission_id),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/runs',
      summary: 'Retest tests of a mission: the named ones, or all executed ones',
      access: 'mission.write_red_fields',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.newRunsBody,
      response: missionSchema,
      status: 201,
      handle: ({ user, params, body }) => service.startRuns(missions, user, params.mission_id, body),
    }),
  ];
}
