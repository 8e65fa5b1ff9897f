import type { Services } from '../../database/services.ts';
import { testExpectationsBody } from '../../facts/expectations/contract.ts';
import { type Route, route } from '../../http/route.ts';
import { readActivity } from '../activity/service.ts';
import * as contract from '../contract.ts';
import { replaceExpectations } from '../expectations/service.ts';
import { moveAndSettle } from '../settling/service.ts';
import { requireVisibleMission, requireVisibleTest } from '../visibility.ts';
import { suggestionsSchema } from './contract.ts';
import { PartsMemory } from './parts.ts';
import { listFieldPermissions, listTargetPermissions } from './rules.ts';
import * as service from './service.ts';
import { suggestFields } from './suggestions.ts';

const writes = ['mission.write_red_fields', 'mission.write_blue_fields'] as const;

/** The tests of a mission: read, write either side's fields, move, poll for changes. */
export function missionTestRoutes(tests: Services): Route[] {
  const { db } = tests;
  const memory = new PartsMemory();
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/tests/:test_id',
      summary: 'A test with its evidence',
      access: 'mission.read',
      response: contract.testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params }) => service.readTest({ db, memory }, user, params),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/tests/:test_id/suggestions',
      summary: 'Hosts, user and command that the caller most likely records for a test',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      response: suggestionsSchema,
      handle: ({ user, subject }) => suggestFields(db, user, subject),
    }),
    route({
      method: 'PUT',
      path: '/missions/:mission_id/tests/:test_id',
      summary: 'Write the given fields, of the red or the blue side',
      access: writes,
      alsoNeeds: listFieldPermissions,
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: contract.testPatchBody,
      listed: contract.testSummary,
      showsOnly: ['detection_level_source'],
      response: contract.testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body, request }) =>
        service.changeTest(tests, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/transition',
      summary: 'Move a test to another status',
      access: writes,
      alsoNeeds: (body) => listTargetPermissions(body.status),
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: contract.testTransitionBody,
      response: contract.testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body }) => moveAndSettle(tests, user, params, body),
    }),
    route({
      method: 'PUT',
      path: '/missions/:mission_id/tests/:test_id/expectations',
      summary: 'Replace the expected outcomes of a test, at most one per kind',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleTest(db, user, params),
      body: testExpectationsBody,
      response: contract.testSchema,
      version: (test) => test.updated_at,
      handle: ({ user, params, body, request }) =>
        replaceExpectations(tests, user, params, body.expectations, request.headers['if-match']),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/activity',
      summary: 'Tests changed since a moment, oldest change first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.activityQuery,
      response: contract.activitySchema,
      handle: ({ subject, query }) => readActivity(tests, subject, query.since),
    }),
  ];
}
