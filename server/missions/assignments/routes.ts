import { missionWriters } from '../../../domain/permissions.ts';
import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleMission } from '../visibility.ts';
import { changedTests, testsPatchBody } from './contract.ts';
import { needsPlanning } from './rules.ts';
import { changeTests } from './service.ts';

/** Changes to many tests of a mission at once: assignee and tags. */
export function missionAssignmentRoutes(tests: Services): Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/tests',
      summary: 'Assign tests of a mission and change their tags, all or none',
      access: missionWriters,
      alsoNeeds: (body) => (needsPlanning(body) ? ['mission.update'] : []),
      subject: ({ user, params }) => requireVisibleMission(tests.db, user, params.mission_id),
      body: testsPatchBody,
      response: changedTests,
      handle: ({ user, params, body }) => changeTests(tests, user, params.mission_id, body),
    }),
  ];
}
